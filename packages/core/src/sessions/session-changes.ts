import { SessionNotFoundError, SessionOccupiedError } from "../errors.ts";
import { type SessionId, createSessionId } from "../identifiers.ts";
import { createMark } from "./accepted-mark.ts";
import type { Actor } from "./actor.ts";
import { checkMessage, checkSettings } from "./check-message.ts";
import type { Fence } from "./fence.ts";
import { changedError, isMissed, missedError } from "./missed-error.ts";
import type { Demand, ImportedSession, Post, PostResult } from "./session-demands.ts";
import { formatSessionKey } from "./session-key.ts";
import type { SessionSections } from "./session-sections.ts";
import type { SessionSettings, SessionSummary, SessionVersion } from "./session.ts";

/** What operators write into sessions. Part of `Sessions`, which says what each call promises. */
export class SessionChanges {
  readonly #sections: SessionSections;

  constructor(sections: SessionSections) {
    this.#sections = sections;
  }

  /** See `Sessions.post`. */
  async post({ target, mode, postId, author, text, outbox }: Post, actor: Actor): Promise<PostResult> {
    const { gate, parts } = this.#sections;
    const { store, clock } = parts;
    const { key } = await gate.authorize(actor, "session.post", target.sessionId, mode);
    const keyText = formatSessionKey(key);
    const message = { key, platformMessageId: postId, sender: author, text };
    checkMessage(message);
    const mark = createMark(message, clock.now());
    const role = mode === "channel" ? "operator" : "note";
    const write = () => store.post({ target, mark, role, author, text, outbox });
    const outcome = await this.#sections.audited(actor, "session.post", target.sessionId, mode, () =>
      this.#sections.locked(keyText, "session.post", write),
    );
    const isPosted = outcome.kind === "posted";
    await gate.record(actor, "session.post", target.sessionId, mode, isPosted ? "done" : "nothing to do");
    if (isMissed(outcome)) throw missedError("session.post", target.sessionId, outcome);
    if (outcome.kind === "duplicate") return { messageId: outcome.messageId, isRepeated: true };
    const { messageId } = mark;
    const { session } = outcome;
    this.#sections.emit(session, () => ({ type: "message.post", messageId, mode, actor, session }));
    if (outbox.length > 0) parts.afterPost({ sessionId: session.id, keyText });
    return { messageId, isRepeated: false };
  }

  /** See `Sessions.import`. */
  async import(imported: ImportedSession, actor: Actor): Promise<SessionSummary> {
    const { gate, parts } = this.#sections;
    checkSettings(imported.settings);
    await gate.decide(actor, "session.import", undefined, "");
    const keyText = formatSessionKey(imported.key);
    const request = { ...imported, newSessionId: createSessionId(), at: parts.clock.now() };
    const outcome = await this.#sections.audited(actor, "session.import", undefined, "", () =>
      this.#sections.locked(keyText, "session.import", () => parts.store.import(request)),
    );
    if (outcome.kind === "occupied") {
      await gate.record(actor, "session.import", outcome.sessionId, "", "nothing to do");
      throw new SessionOccupiedError(keyText, outcome.sessionId);
    }
    const { session } = outcome;
    await gate.record(actor, "session.import", session.id, "", "done");
    this.#sections.emit(session, () => ({ type: "session.import", session, actor }));
    return session;
  }

  /** See `Sessions.chooseModel`. */
  async chooseModel(id: SessionId, model: string | undefined, { actor, reason }: Demand): Promise<SessionSummary> {
    const { gate, parts } = this.#sections;
    checkSettings({ model });
    const { key } = await gate.authorize(actor, "session.model", id, reason);
    const keyText = formatSessionKey(key);
    const write = async () => {
      // Looked at under the lock: whatever has happened since, settings outlast it.
      const current = await gate.find(id);
      if (current === undefined) throw new SessionNotFoundError(id, parts.clock.now());
      const { epoch, fence } = current;
      return parts.store.patch({ sessionId: id, keyText, epoch, fence }, { model }, parts.clock.now(), undefined);
    };
    const outcome = await this.#sections.audited(actor, "session.model", id, reason, () =>
      this.#sections.locked(keyText, "session.model", write),
    );
    if (outcome.kind !== "ok") throw new SessionNotFoundError(id, parts.clock.now());
    const { session } = outcome;
    await gate.record(actor, "session.model", id, reason, "done");
    this.#sections.emit(session, () => ({ type: "session.change", session }));
    return session;
  }

  /** See `Sessions.patch`. */
  async patch(
    fence: Fence,
    settings: SessionSettings,
    actor: Actor,
    expected?: SessionVersion,
  ): Promise<SessionSummary> {
    const { gate, parts } = this.#sections;
    checkSettings(settings);
    const session = await gate.authorize(actor, "session.patch", fence.sessionId, "");
    const write = async () => {
      const outcome = await parts.store.patch(fence, settings, parts.clock.now(), expected);
      if (outcome.kind === "changed") throw changedError("session.patch", outcome);
      return outcome;
    };
    const { session: changed } = await this.#sections.audited(actor, "session.patch", session.id, "", () =>
      this.#sections.fenced("session.patch", fence, write),
    );
    await gate.record(actor, "session.patch", session.id, "", "done");
    this.#sections.emit(changed, () => ({ type: "session.change", session: changed }));
    return changed;
  }
}
