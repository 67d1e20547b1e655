import type { WireEvent } from "@keyturn/gateway/client";
import type { AnswerEnd, ConversationView } from "./conversation-view.ts";

/** Messages that ended before anybody asked about them; older ones are forgotten. */
const rememberedEnds = 1_000;

/**
 * Reads the events of a bot and makes out of them what happens in one conversation: what is written, and which message
 * is answered when.
 */
export class ConversationFollower {
  readonly #conversation: string;
  readonly #view: ConversationView;
  readonly #messagesOfRun = new Map<string, readonly string[]>();
  readonly #waiting = new Map<string, (end: AnswerEnd) => void>();
  readonly #ended = new Map<string, AnswerEnd>();
  /** Runs whose answer was shown from another source; their pieces may come all the same. */
  readonly #passedOver = new Set<string>();

  constructor(conversation: string, view: ConversationView) {
    this.#conversation = conversation;
    this.#view = view;
  }

  /** The run that is writing an answer; undefined when none is. */
  get runId(): string | undefined {
    return [...this.#messagesOfRun.keys()].at(-1);
  }

  /** Messages whose answer is waited for. */
  get waiting(): readonly string[] {
    return [...this.#waiting.keys()];
  }

  /** Resolves when the message is answered, or will not be any more. */
  ended(messageId: string): Promise<AnswerEnd> {
    const end = this.#ended.get(messageId);
    this.#ended.delete(messageId);
    return end === undefined ? new Promise((resolve) => this.#waiting.set(messageId, resolve)) : Promise.resolve(end);
  }

  /** The message is known to have ended, from another source than the events. */
  settle(messageId: string, end: AnswerEnd): void {
    const resolve = this.#waiting.get(messageId);
    this.#waiting.delete(messageId);
    if (resolve !== undefined) return resolve(end);
    this.#ended.set(messageId, end);
    if (this.#ended.size > rememberedEnds) this.#ended.delete(this.#ended.keys().next().value ?? "");
  }

  /** The answer of a run was shown already: its pieces are not shown again. */
  passOver(runId: string): void {
    this.#passedOver.add(runId);
  }

  /** Takes one event; those of other conversations are passed over. */
  handle(event: WireEvent): void {
    if (!this.#isOurs(event)) return;
    switch (event.type) {
      case "run.start":
        this.#messagesOfRun.set(event.runId, event.messageIds);
        break;
      case "run.draft":
        this.#view.draft(event.runId, event.offset, event.text);
        break;
      case "run.finish":
        this.#finish(event.runId, event.end);
        break;
      case "webchat.message":
        this.#showPiece(event);
        break;
      case "webchat.recall":
        this.#view.recall();
        break;
      case "session.reset":
      case "session.delete":
        // Messages that waited went with the conversation; of its run the next event tells.
        for (const messageId of this.waiting) this.settle(messageId, "stopped");
        break;
      default:
        break;
    }
  }

  #isOurs(event: WireEvent): boolean {
    if ("conversation" in event) return event.conversation === this.#conversation;
    return "key" in event && event.key.adapter === "webchat" && event.key.place === this.#conversation;
  }

  #finish(runId: string, end: Extract<WireEvent, { type: "run.finish" }>["end"]): void {
    // What was answered, an error included, comes with its pieces.
    if (end === "answered" || end === "failed") return;
    if (end === "muted") {
      this.#view.note("(Kept, and not answered: somebody has taken over here.)", false);
      return this.#leave(runId, "stopped");
    }
    this.#view.breakOff(runId, end === "retrying");
    this.#leave(runId, end === "retrying" ? undefined : "stopped");
  }

  #showPiece(event: Extract<WireEvent, { type: "webchat.message" }>): void {
    const { runId, deliveryId, kind, text, piece, pieces } = event;
    // An operator speaks in the bot's place: no run, and nobody's answer.
    if (kind === "operator") return this.#view.piece({ runId: deliveryId, text, kind: "answer", isLast: true });
    // What a command answers came back with the command.
    if (kind === "command" || runId === null || this.#passedOver.has(runId)) return;
    const isLast = piece === pieces - 1;
    this.#view.piece({ runId, text, kind, isLast });
    if (isLast) this.#leave(runId, kind === "error" ? "failed" : "answered");
  }

  #leave(runId: string, end: AnswerEnd | undefined): void {
    const messageIds = this.#messagesOfRun.get(runId) ?? [];
    this.#messagesOfRun.delete(runId);
    if (end !== undefined) for (const messageId of messageIds) this.settle(messageId, end);
  }
}
