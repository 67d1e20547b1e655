import type { WireSession } from "../../src/wire/session.ts";
import type { WireQueuedMessage } from "../../src/wire/transcript.ts";
import { cancelMessage } from "../actions/session-actions.ts";
import { Icon } from "../parts/icon.tsx";
import { cancelling } from "../state/demanded.ts";
import { useMay } from "../state/me.ts";
import { useStore } from "../state/store.ts";
import { useConversationWords } from "../text/conversation.ts";

/** The messages that wait; those that are being answered stand in the transcript. */
export function Queue({
  session,
  queue,
}: {
  readonly session: WireSession;
  readonly queue: readonly WireQueuedMessage[];
}) {
  const c = useConversationWords();
  const mayCancel = useMay("session.cancel");
  const cancelled = useStore(cancelling);
  const waiting = queue.filter(({ id }) => !cancelled.has(id) && session.running?.messageIds.includes(id) !== true);
  if (waiting.length === 0) return null;
  return (
    <section className="queue" aria-label={c.queue}>
      <h3>{c.waiting(waiting.length)}</h3>
      <ul>
        {waiting.map(({ id, state, sender, text, attachments }) => (
          <li key={id}>
            <bdi className="entry-name">{sender.name ?? sender.id}</bdi>
            <bdi className="queue-text" title={text}>
              {text}
              {attachments !== undefined && ` ${attachments.map(({ name }) => name).join(", ")}`}
            </bdi>
            {mayCancel && state === "received" && (
              <button
                type="button"
                className="button plain square small"
                aria-label={c.cancelMessage(sender.name ?? sender.id)}
                title={c.cancelMessage(sender.name ?? sender.id)}
                onClick={() => void cancelMessage(session, id)}
              >
                <Icon name="close" />
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
