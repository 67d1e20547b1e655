import type { ChannelRegistry } from "../channel/channel.ts";
import type { Clock } from "../clock.ts";
import type { MessageId, SessionId } from "../identifiers.ts";
import type { AcceptOutcome } from "../sessions/session-store.ts";
import type { Person } from "../sessions/transcript.ts";
import type { TurnLanes } from "../lanes/turn-lanes.ts";
import type { InboundMessage, OverlapMode } from "../sessions/inbox.ts";
import { formatSessionKey } from "../sessions/session-key.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { CommandDesk } from "./command-desk.ts";
import type { CommandMatch, CommandRegistry } from "./command-registry.ts";

/** What became of a message that came in. `text` is what the sender was told. */
export type Receipt =
  | {
      readonly kind: "accepted";
      readonly sessionId: SessionId;
      readonly messageId: MessageId;
      readonly waiting: number;
    }
  | { readonly kind: "duplicate" }
  | { readonly kind: "command"; readonly name: string; readonly text: string }
  | { readonly kind: "full" | "busy"; readonly sessionId: SessionId; readonly text: string };

/** The parts that an intake is made of. */
export interface IntakeParts {
  readonly sessions: Sessions;
  readonly lanes: TurnLanes;
  readonly commands: CommandRegistry;
  readonly desk: CommandDesk;
  readonly channels: ChannelRegistry;
  readonly clock: Clock;
  /** As they are now: read once for each message. */
  readonly settings: () => { readonly overlap: OverlapMode; readonly capacity: number };
  readonly reportError: (error: unknown) => void;
}

/** Longest time for telling a sender something, in milliseconds. */
const replyTimeoutMilliseconds = 20_000;

/** Where every message of every channel comes in: commands overtake the lane, the rest is accepted and answered in turn. */
export class Intake {
  readonly #parts: IntakeParts;
  readonly #telling = new Set<Promise<void>>();

  constructor(parts: IntakeParts) {
    this.#parts = parts;
  }

  /**
   * Takes a message in. A channel acknowledges it to its service when this resolves, not before.
   * @throws InvalidInputError when the message is not well-formed.
   * @throws StoreError when it could not be stored: it is not accepted, and its service should send it again.
   */
  async receive(message: InboundMessage): Promise<Receipt> {
    const match = this.#parts.commands.match(message);
    return match === undefined ? this.#accept(message) : this.#runCommand(match, message);
  }

  /**
   * Takes a message in as it is: its text is never a command, and nobody is told when it is refused. For what no person
   * has just written.
   * @param owner whose session it is, when the message begins one. Default: its sender.
   * @throws InvalidInputError, StoreError as with `receive`.
   */
  async take(message: InboundMessage, mode: OverlapMode, owner?: Person): Promise<AcceptOutcome> {
    const { sessions, lanes } = this.#parts;
    const { capacity } = this.#parts.settings();
    const claim = lanes.claimOptions(message.key.adapter);
    const outcome = await sessions.accept(message, { mode, capacity, claim, owner });
    if (outcome.kind === "accepted") {
      lanes.wake({ sessionId: outcome.session.id, keyText: formatSessionKey(message.key) }, outcome.turn);
    }
    return outcome;
  }

  /** Resolves when every sender who was to be told something has been. */
  async settled(): Promise<void> {
    while (this.#telling.size > 0) await Promise.all(this.#telling);
  }

  async #accept(message: InboundMessage): Promise<Receipt> {
    const mode = this.#parts.channels.find(message.key.adapter)?.overlap ?? this.#parts.settings().overlap;
    const outcome = await this.take(message, mode);
    switch (outcome.kind) {
      case "accepted": {
        const { id, waiting } = outcome.session;
        return { kind: "accepted", sessionId: id, messageId: outcome.messageId, waiting };
      }
      case "duplicate":
        return { kind: "duplicate" };
      case "full":
        return this.#refuse(
          message,
          { kind: "full", sessionId: outcome.sessionId },
          `${outcome.waiting} messages are waiting here already, so I did not take this one. Please send it again later.`,
        );
      case "busy":
        return this.#refuse(
          message,
          { kind: "busy", sessionId: outcome.sessionId },
          "I am still answering here, so I did not take this message. Please send it again when the answer is there.",
        );
    }
  }

  #refuse(
    message: InboundMessage,
    refusal: { readonly kind: "full" | "busy"; readonly sessionId: SessionId },
    text: string,
  ): Receipt {
    this.#tell(message, refusal.sessionId, text);
    return { ...refusal, text };
  }

  async #runCommand(match: CommandMatch, message: InboundMessage): Promise<Receipt> {
    const answer = await this.#parts.desk.carryOut(match, message);
    if (answer === undefined) return { kind: "duplicate" };
    const { command, sessionId, text } = answer;
    this.#tell(message, sessionId, text);
    return { kind: "command", name: command.name, text };
  }

  /** Tells the sender something outside the order of turns; not waited for, since a chat service may take its time. */
  #tell(message: InboundMessage, sessionId: SessionId | undefined, text: string): void {
    const telling = this.#send(message, sessionId, text).finally(() => this.#telling.delete(telling));
    this.#telling.add(telling);
  }

  /** What cannot be told is reported. */
  async #send(message: InboundMessage, sessionId: SessionId | undefined, text: string): Promise<void> {
    const { channels, clock, reportError } = this.#parts;
    const channel = channels.find(message.key.adapter);
    if (channel === undefined) return;
    const deadline = new AbortController();
    const timer = clock.startTimer(replyTimeoutMilliseconds, () => deadline.abort());
    try {
      await channel.send({
        sessionId,
        epoch: undefined,
        key: message.key,
        replyAddress: message.replyAddress,
        runId: undefined,
        idempotencyKey: `reply/${message.platformMessageId}`,
        text,
        piece: 0,
        pieces: 1,
        kind: "command",
        signal: deadline.signal,
      });
    } catch (error) {
      reportError(error);
    } finally {
      timer.cancel();
    }
  }
}
