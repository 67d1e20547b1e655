import { type FormEvent, useDeferredValue, useState } from "react";
import type { WireSchedule } from "../../src/wire/schedule.ts";
import type { WireSessionPage } from "../../src/wire/session.ts";
import { explain } from "../actions/explain.ts";
import { call } from "../api/call.ts";
import { randomId } from "../api/random-id.ts";
import { Dialog } from "../parts/dialog.tsx";
import { queries } from "../state/world.ts";
import { useScreenWords } from "../text/screens.ts";
import { nameOf } from "../text/session-name.ts";
import { useRead } from "./read.ts";

/** Conversations that are offered at a time; others are found by their name. */
const mostChoices = 100;

/** Makes a schedule, or changes one. What was entered stays while it is refused, with the reason. */
export function ScheduleDialog({
  schedule,
  onClose,
}: {
  /** The one that is changed; undefined makes a new one. */
  readonly schedule: WireSchedule | undefined;
  readonly onClose: () => void;
}) {
  const s = useScreenWords();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  // The same form sent again after no answer came makes one schedule.
  const [key] = useState(randomId);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = Object.fromEntries([...new FormData(event.currentTarget)].filter(([, value]) => value !== ""));
    setBusy(true);
    try {
      await call<WireSchedule>(
        schedule === undefined
          ? { method: "POST", path: "/schedules", body, headers: { "Idempotency-Key": key } }
          : {
              method: "PATCH",
              path: `/schedules/${encodeURIComponent(schedule.id)}`,
              body,
              headers: { "If-Match": `"${schedule.version}"` },
            },
      );
      void queries.invalidateQueries({ queryKey: ["schedules"] });
      onClose();
    } catch (failure) {
      setError(explain(failure));
      setBusy(false);
    }
  };
  const zone = schedule?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Dialog title={schedule?.name ?? s.create} isQuestion onClose={onClose}>
      <form className="schedule-form" onSubmit={(event) => void send(event)}>
        {schedule === undefined && <ConversationChoice />}
        <label>
          {s.name}
          <input name="name" required maxLength={200} defaultValue={schedule?.name} data-autofocus />
        </label>
        <label>
          {s.text}
          <textarea name="text" required rows={3} maxLength={100_000} defaultValue={schedule?.text} />
        </label>
        <label>
          {s.cron}
          <input
            name="cron"
            required
            placeholder="0 9 * * MON-FRI"
            defaultValue={schedule?.cron}
            aria-describedby="cron-hint"
            spellCheck={false}
          />
          <span id="cron-hint" className="quiet">
            {s.cronHint}
          </span>
        </label>
        <label>
          {s.timeZone}
          <input name="timeZone" defaultValue={zone} spellCheck={false} />
        </label>
        <label>
          {s.missed}
          <select name="missed" defaultValue={schedule?.missed}>
            <option value="skip">{s.missedRules.skip}</option>
            <option value="once">{s.missedRules.once}</option>
          </select>
        </label>
        {error !== undefined && (
          <p className="error" role="alert">
            {s.notDone(error)}
          </p>
        )}
        <div className="dialog-foot">
          <button type="button" className="button" onClick={onClose}>
            {s.cancel}
          </button>
          <button type="submit" className="button primary" disabled={isBusy}>
            {schedule === undefined ? s.create : s.save}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Which conversation it is for: those that were active last, and any other by its name. */
function ConversationChoice() {
  const s = useScreenWords();
  const [wanted, setWanted] = useState("");
  const q = useDeferredValue(wanted.trim());
  const query = { limit: mostChoices, q: q === "" ? undefined : q };
  const found = useRead<WireSessionPage>("choice", "/sessions", { query });
  const items = found.data?.items ?? [];
  return (
    <>
      <label>
        {s.findConversation}
        <input type="search" value={wanted} onChange={({ target }) => setWanted(target.value)} />
      </label>
      <label>
        {s.conversation}
        <select name="sessionId" required>
          {items.map((session) => (
            <option key={session.id} value={session.id}>
              {`${nameOf(session)} · ${session.key.adapter}`}
            </option>
          ))}
        </select>
        {found.error !== null && (
          <span className="error" role="alert">
            {explain(found.error)}
          </span>
        )}
        {found.data !== undefined && items.length === 0 && <span className="quiet">{s.noConversation}</span>}
      </label>
    </>
  );
}
