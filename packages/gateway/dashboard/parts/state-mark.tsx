import type { WireSession } from "../../src/wire/session.ts";
import { useListWords } from "../text/list.ts";
import { useWords } from "../text/words.ts";

/**
 * How a conversation is: a turning ring while it is answered, a square where something was not delivered, a full dot
 * where something happened that its operator has not seen, else a hollow one. Never by colour alone.
 */
export function StateMark({
  session,
  isUnread = false,
}: {
  readonly session: WireSession;
  readonly isUnread?: boolean;
}) {
  const t = useWords();
  const l = useListWords();
  const { running, waiting, deliveries } = session;
  const failed = deliveries.failed + deliveries.unconfirmed;
  const [kind, label] =
    running !== null
      ? ["running", t.answering]
      : failed > 0
        ? ["failed", t.failedCount(failed)]
        : isUnread
          ? ["unread", l.unread]
          : waiting > 0
            ? ["waiting", t.waitingCount(waiting)]
            : ["idle", t.quiet];
  return (
    <span className="state-mark" data-kind={kind} title={label}>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
