import { type Clock, pause } from "../../clock.ts";
import { charactersPerToken } from "../history.ts";
import type {
  ModelAnswer,
  ModelCall,
  ModelStream,
  ModelStreamPart,
  NativeLanguageModel,
  OfferedTool,
} from "../language-model.ts";
import { answerTo } from "./eliza-conversation.ts";
import { viewPrompt } from "./prompt-view.ts";
import { reportOf } from "./tool-report.ts";
import { type ToolRequest, findToolRequest, toRequest } from "./tool-request.ts";

/** How the offline partner talks. */
export interface ElizaModelOptions {
  readonly clock: Clock;
  /** Pause between two words, in milliseconds; 0 for none. */
  readonly wordDelayMilliseconds: number;
  /** Said once, after the first answer of a conversation. */
  readonly introduction: string;
}

/** What it does next: say something, or call a tool. */
type Reply =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "call"; readonly request: ToolRequest };

/** The offline conversation partner as a language model of the AI SDK: rules, no network, no chance. */
export class ElizaModel implements NativeLanguageModel {
  readonly specificationVersion = "v4";
  readonly provider = "offline";
  readonly modelId = "eliza";
  readonly supportedUrls: Record<string, RegExp[]> = {};
  readonly #options: ElizaModelOptions;

  constructor(options: ElizaModelOptions) {
    this.#options = options;
  }

  async doGenerate(call: ModelCall): Promise<ModelAnswer> {
    call.abortSignal?.throwIfAborted();
    const reply = this.#reply(call);
    return {
      content: [reply.kind === "text" ? { type: "text", text: reply.text } : toolCallPart(call, reply.request)],
      finishReason: finishReasonOf(reply),
      usage: estimateUsage(call, reply),
      warnings: [],
    };
  }

  async doStream(call: ModelCall): Promise<ModelStream> {
    call.abortSignal?.throwIfAborted();
    return { stream: toStream(this.#write(call, this.#reply(call))) };
  }

  #reply(call: ModelCall): Reply {
    const { messages, hasAnswered, toolResults } = viewPrompt(call.prompt);
    const introduction = hasAnswered ? "" : `\n\n${this.#options.introduction}`;
    if (toolResults !== undefined) return { kind: "text", text: reportOf(toolResults) + introduction };
    const request = requestOf(call, messages.at(-1) ?? "");
    if (request !== undefined) return { kind: "call", request };
    return { kind: "text", text: answerTo(messages) + introduction };
  }

  async *#write(call: ModelCall, reply: Reply): AsyncGenerator<ModelStreamPart> {
    yield { type: "stream-start", warnings: [] };
    if (reply.kind === "text") yield* this.#writeWords(reply.text, call.abortSignal);
    else yield toolCallPart(call, reply.request);
    yield { type: "finish", finishReason: finishReasonOf(reply), usage: estimateUsage(call, reply) };
  }

  async *#writeWords(text: string, signal: AbortSignal | undefined): AsyncGenerator<ModelStreamPart> {
    const { clock, wordDelayMilliseconds } = this.#options;
    const id = "text-0";
    yield { type: "text-start", id };
    for (const [index, word] of (text.match(/\s*\S+/g) ?? []).entries()) {
      if (index > 0 && wordDelayMilliseconds > 0) await pause(clock, wordDelayMilliseconds, signal);
      signal?.throwIfAborted();
      yield { type: "text-delta", id, delta: word };
    }
    yield { type: "text-end", id };
  }
}

function requestOf({ tools = [], toolChoice }: ModelCall, message: string): ToolRequest | undefined {
  const offered = tools.filter((tool): tool is OfferedTool => tool.type === "function");
  switch (toolChoice?.type) {
    case "none":
      return undefined;
    case "required":
      return findToolRequest(message, offered) ?? (offered[0] && toRequest(offered[0], message));
    case "tool": {
      const chosen = offered.find((tool) => tool.name === toolChoice.toolName);
      return chosen && toRequest(chosen, message);
    }
    default:
      return findToolRequest(message, offered);
  }
}

function toolCallPart(call: ModelCall, request: ToolRequest): Extract<ModelStreamPart, { readonly type: "tool-call" }> {
  const toolCallId = `eliza-${viewPrompt(call.prompt).calls + 1}`;
  return { type: "tool-call", toolCallId, toolName: request.toolName, input: JSON.stringify(request.input) };
}

function finishReasonOf(reply: Reply): ModelAnswer["finishReason"] {
  return reply.kind === "text" ? { unified: "stop", raw: "stop" } : { unified: "tool-calls", raw: "tool-calls" };
}

function estimateUsage(call: ModelCall, reply: Reply): ModelAnswer["usage"] {
  const input = tokensOf(JSON.stringify(call.prompt));
  const output = tokensOf(reply.kind === "text" ? reply.text : JSON.stringify(reply.request));
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
  };
}

function tokensOf(text: string): number {
  return Math.ceil(text.length / charactersPerToken);
}

function toStream(parts: AsyncGenerator<ModelStreamPart>): ReadableStream<ModelStreamPart> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}
