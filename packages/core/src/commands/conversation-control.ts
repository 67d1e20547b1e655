import type { MessageId, RunId, SessionId } from "../identifiers.ts";
import type { Actor } from "../sessions/actor.ts";
import type { InboundMessage } from "../sessions/inbox.ts";
import type { SessionKey } from "../sessions/session-key.ts";
import type { SessionSummary } from "../sessions/session.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type {
  CancelResult,
  CompactResult,
  DeleteResult,
  RegenerateResult,
  ResetResult,
  StopResult,
} from "../sessions/session-demands.ts";

/**
 * What commands and plugins may ask of conversations, always in somebody's name. A view of `Sessions` without its
 * writes: no plugin ever holds one.
 */
export class ConversationControl {
  readonly #sessions: Sessions;
  readonly #actor: Actor;
  readonly #command: InboundMessage | undefined;

  /** @param command the command behind the calls: carried out once, however often its service sends it. */
  constructor(sessions: Sessions, actor: Actor, command?: InboundMessage) {
    this.#sessions = sessions;
    this.#actor = actor;
    this.#command = command;
  }

  find(key: SessionKey): Promise<SessionId | undefined> {
    return this.#sessions.find(key);
  }

  /** @throws SessionNotFoundError, NotAuthorizedError */
  read(id: SessionId): Promise<SessionSummary> {
    return this.#sessions.read(id, this.#actor);
  }

  /**
   * Ends the run in flight, or only the run of that id: a button that stands below an answer stops no later one.
   * @throws SessionNotFoundError, NotAuthorizedError, StoreError
   */
  stop(id: SessionId, reason: string, runId?: RunId): Promise<StopResult> {
    return this.#sessions.stop(id, { actor: this.#actor, reason, command: this.#command, runId });
  }

  /**
   * Has the newest answer written anew, or only that of the run of that id: a button that stands below an old answer takes
   * no newer one away.
   * @throws SessionNotFoundError, NotAuthorizedError, StoreError
   */
  regenerate(id: SessionId, reason: string, runId?: RunId): Promise<RegenerateResult> {
    return this.#sessions.regenerate(id, { actor: this.#actor, reason, command: this.#command, runId });
  }

  /** Takes a message that waits out of the queue. @throws SessionNotFoundError, NotAuthorizedError, StoreError */
  cancel(id: SessionId, messageId: MessageId, reason: string): Promise<CancelResult> {
    return this.#sessions.cancelMessage(id, messageId, { actor: this.#actor, reason, command: this.#command });
  }

  /**
   * Chooses the model that answers from the next message on; undefined stands for the bot's own.
   * @throws SessionNotFoundError, NotAuthorizedError, InvalidInputError, StoreError
   */
  chooseModel(id: SessionId, model: string | undefined, reason: string): Promise<SessionSummary> {
    return this.#sessions.chooseModel(id, model, { actor: this.#actor, reason });
  }

  /** Has the older part summarised. Throws as `Sessions.compact` does. */
  compact(id: SessionId, reason: string): Promise<CompactResult> {
    return this.#sessions.compact(id, { actor: this.#actor, reason });
  }

  /** @throws SessionNotFoundError, NotAuthorizedError, StoreError */
  reset(id: SessionId, reason: string): Promise<ResetResult> {
    return this.#sessions.reset(id, { actor: this.#actor, reason, command: this.#command });
  }

  /** @throws SessionNotFoundError, NotAuthorizedError, StoreError */
  delete(id: SessionId, reason: string): Promise<DeleteResult> {
    return this.#sessions.delete(id, { actor: this.#actor, reason, command: this.#command });
  }
}
