/** What an answer took, as a service counts it. */
export interface CountedTokens {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Of the input: what the service had in its cache. */
  readonly cachedInputTokens?: number | undefined;
}

/** Makes the chunks of one streamed answer, as OpenAI's chat protocol has them ("Chat Completions", streaming). */
export class ChatCompletionChunks {
  readonly #id: string;
  readonly #model: string;
  #toolCalls = 0;

  constructor(id: string, model: string) {
    this.#id = id;
    this.#model = model;
  }

  /** A piece of the answer's text. */
  text(text: string): string {
    return this.#chunk({ delta: { role: "assistant", content: text }, finish_reason: null });
  }

  /** A whole call of a tool. */
  toolCall(name: string, input: unknown): string {
    const index = this.#toolCalls++;
    const call = {
      index,
      id: `${this.#id}-call-${index}`,
      type: "function",
      function: { name, arguments: JSON.stringify(input) },
    };
    return this.#chunk({ delta: { role: "assistant", tool_calls: [call] }, finish_reason: null });
  }

  /** The end: why, what it took, and the mark that nothing follows. */
  end(usage: CountedTokens): string {
    const finishReason = this.#toolCalls > 0 ? "tool_calls" : "stop";
    const counted = {
      prompt_tokens: usage.inputTokens,
      completion_tokens: usage.outputTokens,
      total_tokens: usage.inputTokens + usage.outputTokens,
      ...(usage.cachedInputTokens !== undefined && {
        prompt_tokens_details: { cached_tokens: usage.cachedInputTokens },
      }),
    };
    return this.#chunk({ delta: {}, finish_reason: finishReason }) + this.#event([], counted) + "data: [DONE]\n\n";
  }

  #chunk(choice: object): string {
    return this.#event([{ index: 0, ...choice }], undefined);
  }

  #event(choices: readonly object[], usage: object | undefined): string {
    const chunk = { id: this.#id, object: "chat.completion.chunk", created: 0, model: this.#model, choices, usage };
    return `data: ${JSON.stringify(chunk)}\n\n`;
  }
}
