import { type GatewayClient, GatewayError } from "@keyturn/gateway/client";
import { catchUp } from "./catch-up.ts";
import type { ChatLines } from "./chat-lines.ts";
import { ConversationFollower } from "./conversation-follower.ts";
import type { AnswerEnd, ConversationView } from "./conversation-view.ts";
import { sendMessage } from "./send-message.ts";

/** The parts that a conversation is made of. */
export interface ConversationParts {
  readonly client: GatewayClient;
  /** The conversation's name. */
  readonly name: string;
  readonly view: ConversationView;
  readonly lines: ChatLines;
}

/** A person, or a pipe, in conversation with a bot. */
export class Conversation {
  readonly #parts: ConversationParts;
  readonly #follower: ConversationFollower;
  readonly #leaving = new AbortController();
  /** The session of each message that waits for its answer. */
  readonly #sessions = new Map<string, string>();
  readonly #stopped = new Set<string>();
  #isInterrupted = false;

  constructor(parts: ConversationParts) {
    this.#parts = parts;
    this.#follower = new ConversationFollower(parts.name, parts.view);
  }

  /** Whether it ended by Ctrl-C, and not because there was nothing more to send. */
  get isInterrupted(): boolean {
    return this.#isInterrupted;
  }

  /**
   * Sends every line and shows every answer, until the lines end and the last answer is there, or somebody leaves.
   * @returns how the answers ended.
   * @throws GatewayError when the bot cannot be reached at the beginning, or does not let this client in.
   */
  async hold(): Promise<readonly AnswerEnd[]> {
    let listening: Promise<undefined> | undefined;
    await new Promise<void>((resolve, reject) => {
      listening = this.#listen(resolve);
      listening.then(() => resolve(), reject);
    });
    try {
      return (await Promise.race([this.#sendAll(), listening])) ?? [];
    } finally {
      this.leave();
      await listening?.catch(() => undefined);
    }
  }

  /** Ctrl-C: stops the answer that is being written; when none is, or its stop was asked for already, leaves. */
  interrupt(): void {
    const [messageId] = this.#follower.waiting;
    const target = this.#follower.runId ?? messageId;
    if (target === undefined || this.#stopped.has(target)) {
      this.#isInterrupted = true;
      this.leave();
      return;
    }
    this.#stopped.add(target);
    this.#stop().catch((error: unknown) => this.#complain(error));
  }

  /** Ends the conversation on this side; the bot keeps it. */
  leave(): void {
    this.#leaving.abort();
    this.#parts.lines.close();
  }

  async #listen(onConnect: () => void): Promise<undefined> {
    const { client, view } = this.#parts;
    const events = client.events({ topics: ["run", "session", "webchat"], signal: this.#leaving.signal });
    let hasConnected = false;
    for await (const event of events) {
      this.#follower.handle(event);
      if (event.type === "hello" && !hasConnected) {
        hasConnected = true;
        onConnect();
      }
      if (event.type === "resync") await catchUp(client, this.#sessions, this.#follower, view);
    }
    return undefined;
  }

  async #sendAll(): Promise<readonly AnswerEnd[]> {
    const answers: Promise<AnswerEnd>[] = [];
    for await (const line of this.#parts.lines.read()) {
      if (this.#leaving.signal.aborted) break;
      const text = line.trim();
      if (text === "") continue;
      const answer = this.#ask(text);
      answers.push(answer);
      // Lines of a pipe are a conversation that somebody wrote down: the next one may depend on the answer.
      if (!this.#parts.lines.isTyped) await answer;
    }
    if (this.#leaving.signal.aborted) return [];
    return Promise.all(answers);
  }

  async #ask(text: string): Promise<AnswerEnd> {
    const { client, name, view } = this.#parts;
    const { signal } = this.#leaving;
    try {
      const onTrouble = () => view.note("The bot cannot be reached; trying again.", true);
      const sent = await sendMessage(client, { conversation: name, text, signal, onTrouble });
      if ("command" in sent) view.note(sent.text, false);
      if (!("messageId" in sent)) return "answered";
      this.#sessions.set(sent.messageId, sent.sessionId);
      const end = await this.#follower.ended(sent.messageId);
      this.#sessions.delete(sent.messageId);
      return end;
    } catch (error) {
      if (!signal.aborted) this.#complain(error);
      return "failed";
    }
  }

  async #stop(): Promise<void> {
    const { client } = this.#parts;
    const { runId, waiting } = this.#follower;
    const reason = "Ctrl-C in the conversation";
    if (runId !== undefined) {
      await client.stopRun(runId, { reason });
      return;
    }
    // Accepted, and its run has not begun, as far as is known here: whatever the session runs by now is it.
    const sessionId = this.#sessions.get(waiting[0] ?? "");
    if (sessionId !== undefined) await client.stop(sessionId, { reason });
  }

  #complain(error: unknown): void {
    this.#parts.view.note(error instanceof GatewayError ? error.detail : String(error), true);
  }
}
