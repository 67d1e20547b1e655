import type { WireSession } from "../../src/wire/session.ts";
import { useWords } from "../text/words.ts";

/** How a conversation is: a turning ring while it is answered, a mark where something was not delivered, else a dot. */
export function StateMark({ session }: { readonly session: WireSession }) {
  const t = useWords();
  const { running, waiting, deliveries } = session;
  const failed = deliveries.failed + deliveries.unconfirmed;
  const [kind, label] =
    running !== null
      ? ["running", t.answering]
      : failed > 0
        ? ["failed", t.failedCount(failed)]
        : waiting > 0
          ? ["waiting", t.waitingCount(waiting)]
          : ["idle", t.quiet];
  return (
    <span className="state-mark" data-kind={kind} title={label}>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
