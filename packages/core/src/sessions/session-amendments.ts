import { createMark, deduplicationKeyOf } from "./accepted-mark.ts";
import type { Actor } from "./actor.ts";
import { checkText } from "./check-message.ts";
import type { EditOutcome, MessageEdit, MessageWithdrawal, WithdrawOutcome } from "./message-amendments.ts";
import { formatSessionKey } from "./session-key.ts";
import type { SessionSections } from "./session-sections.ts";

/**
 * What people do to their own messages at their chat service, after they sent them. It has happened there, so no policy is
 * asked. Part of `Sessions`, which says what each call promises.
 */
export class SessionAmendments {
  readonly #sections: SessionSections;

  constructor(sections: SessionSections) {
    this.#sections = sections;
  }

  /** See `Sessions.editMessage`. */
  async editMessage(edit: MessageEdit): Promise<EditOutcome> {
    const { store, clock } = this.#sections.parts;
    checkText(edit.text);
    const keyText = formatSessionKey(edit.key);
    const deduplicationKey = deduplicationKeyOf(edit);
    const request = { keyText, deduplicationKey, text: edit.text, senderId: edit.sender?.id };
    const outcome = await this.#sections.locked(keyText, "message.edit", () =>
      store.edit({ ...request, at: clock.now() }),
    );
    if (outcome.kind === "replaced" || outcome.kind === "stored") {
      const { kind: change, messageId, session } = outcome;
      this.#sections.emit(session, () => ({ type: "message.edit", messageId, change, session }));
    }
    return outcome;
  }

  /** See `Sessions.withdrawMessage`. */
  async withdrawMessage({ key, platformMessageId }: MessageWithdrawal, actor: Actor): Promise<WithdrawOutcome> {
    const { gate, parts } = this.#sections;
    const keyText = formatSessionKey(key);
    const mark = createMark({ key, platformMessageId }, parts.clock.now());
    const outcome = await this.#sections.audited(actor, "message.withdraw", undefined, "", () =>
      this.#sections.locked(keyText, "message.withdraw", () => parts.store.withdraw({ keyText, mark })),
    );
    // People delete messages that were never the bot's affair: those are nothing to write down.
    if (outcome.kind === "unknown") return outcome;
    const { kind: change, messageId, session } = outcome;
    const stoppedRunId = outcome.kind === "stopped" ? outcome.runId : undefined;
    parts.runs.abort(stoppedRunId, "withdraw");
    parts.afterAmendment({ sessionId: session.id, keyText });
    this.#sections.emit(session, () => ({ type: "message.withdraw", messageId, change, stoppedRunId, session }));
    await gate.record(actor, "message.withdraw", session.id, "", "done", messageId);
    return outcome;
  }
}
