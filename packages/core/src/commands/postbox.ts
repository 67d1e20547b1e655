import { randomUUID } from "node:crypto";
import type { ChannelRegistry } from "../channel/channel.ts";
import type { Clock } from "../clock.ts";
import { SessionMutedError } from "../errors.ts";
import { type MessageId, type RunId, type SessionId, createDeliveryId } from "../identifiers.ts";
import type { TurnLanes } from "../lanes/turn-lanes.ts";
import type { Actor } from "../sessions/actor.ts";
import type { OverlapMode } from "../sessions/inbox.ts";
import type { OutboxEntry } from "../sessions/outbox.ts";
import { type SessionKey, formatSessionKey } from "../sessions/session-key.ts";
import type { TargetSession } from "../sessions/session-store.ts";
import type { SessionSummary, SessionVersion } from "../sessions/session.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { Person } from "../sessions/transcript.ts";

/**
 * Where an operator's message goes.
 * - `channel`: it is said in the conversation as the bot's own words;
 * - `agent`: it is a message to the agent, whose answer goes to the channel;
 * - `note`: it stands in the transcript, for those who run the bot alone.
 */
export type PostMode = "channel" | "agent" | "note";

/** What an operator writes. */
export interface OperatorMessage {
  readonly mode: PostMode;
  /** 1 to 100,000 characters (UTF-16 code units). Never a command: an operator has other ways to reset. */
  readonly text: string;
  readonly author: Person;
  /** The same id twice, in one place and mode, is the same message. Default: a new one. */
  readonly postId?: string | undefined;
  /** The state of the session that the operator saw: in any other, nothing is done. */
  readonly expected?: SessionVersion | undefined;
}

/** What became of it. `posted` means durable; what is for the channel is delivered after that, in order with answers. */
export type PostReceipt =
  | {
      readonly kind: "posted";
      readonly messageId: MessageId;
      /** The run that answers it; undefined while it waits, and of messages that no run answers. */
      readonly runId: RunId | undefined;
    }
  | { readonly kind: "full" | "busy"; readonly sessionId: SessionId };

/** The parts that a postbox is made of. */
export interface PostboxParts {
  readonly sessions: Sessions;
  readonly lanes: TurnLanes;
  readonly channels: ChannelRegistry;
  readonly clock: Clock;
  /** As they are now: read once for each message. */
  readonly settings: () => { readonly overlap: OverlapMode; readonly capacity: number };
}

/** Where messages of operators come in: into a conversation that there is, as they saw it, and into no other. */
export class Postbox {
  readonly #parts: PostboxParts;

  constructor(parts: PostboxParts) {
    this.#parts = parts;
  }

  /**
   * Takes a message in.
   * @throws SessionNotFoundError, SessionChangedError when the session was reset or deleted since, or is not as expected.
   * @throws SessionMutedError when it is for the agent, who is to be silent there.
   * @throws NotAuthorizedError, InvalidInputError, StoreError
   */
  async post(id: SessionId, message: OperatorMessage, actor: Actor): Promise<PostReceipt> {
    const session = await this.#parts.sessions.read(id, actor);
    const { epoch } = session;
    const target: TargetSession = { sessionId: id, epoch, ...message.expected };
    const { mode, author, text } = message;
    // A message to the agent is another one than the same key's words to the channel.
    const postId = `post/${mode}/${message.postId ?? randomUUID()}`;
    if (mode === "agent") return this.#ask(session, target, { postId, author, text }, actor);
    const outbox = mode === "channel" ? this.#pieces(session.key, text) : [];
    const { messageId } = await this.#parts.sessions.post({ target, mode, postId, author, text, outbox }, actor);
    return { kind: "posted", messageId, runId: undefined };
  }

  async #ask(
    { key, settings }: SessionSummary,
    target: TargetSession,
    { postId, author, text }: { readonly postId: string; readonly author: Person; readonly text: string },
    actor: Actor,
  ): Promise<PostReceipt> {
    const { sessions, lanes, channels } = this.#parts;
    const { capacity, overlap } = this.#parts.settings();
    if (settings.isMuted === true) throw new SessionMutedError(target.sessionId);
    const mode = channels.find(key.adapter)?.overlap ?? overlap;
    const claim = lanes.claimOptions(key.adapter);
    const message = { key, platformMessageId: postId, sender: author, text };
    const outcome = await sessions.ask(target, message, { mode, capacity, claim }, actor);
    switch (outcome.kind) {
      case "accepted":
        lanes.wake({ sessionId: target.sessionId, keyText: formatSessionKey(key) }, outcome.turn);
        return { kind: "posted", messageId: outcome.messageId, runId: outcome.turn?.runId };
      case "duplicate":
        return { kind: "posted", messageId: outcome.messageId, runId: undefined };
      case "full":
      case "busy":
        return { kind: outcome.kind, sessionId: target.sessionId };
    }
  }

  #pieces(key: SessionKey, text: string): readonly OutboxEntry[] {
    const texts = this.#parts.channels.find(key.adapter)?.split?.(text) ?? [text];
    const createdAt = this.#parts.clock.now();
    return texts.map((piece, index) => ({
      id: createDeliveryId(),
      piece: index,
      pieces: texts.length,
      kind: "operator",
      text: piece,
      state: "pending",
      attempts: 0,
      createdAt,
    }));
  }
}
