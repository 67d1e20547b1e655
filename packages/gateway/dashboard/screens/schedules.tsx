import { type FormEvent, useState } from "react";
import { Link } from "wouter";
import type { WireSchedule, WireScheduleList, WireScheduleSummary, WireStartedRun } from "../../src/wire/schedule.ts";
import { call } from "../api/call.ts";
import { randomId } from "../api/random-id.ts";
import { Ago, Clock } from "../parts/time.tsx";
import { showToast } from "../state/toasts.ts";
import { book } from "../state/world.ts";
import { useScreenWords } from "../text/screens.ts";
import { nameOf } from "../text/session-name.ts";
import { useWords } from "../text/words.ts";
import { perform, useRead } from "./read.ts";
import { Loaded, Screen, State, Table } from "./screen.tsx";

/** Messages that are sent by the clock: run, paused, made and deleted. */
export default function Schedules() {
  const t = useWords();
  const s = useScreenWords();
  const schedules = useRead<WireScheduleList>("schedules", "/schedules");
  return (
    <Screen title={t.schedules} lead={s.schedulesLead}>
      <Loaded query={schedules} isEmpty={({ items }) => items.length === 0} empty={s.noSchedules}>
        {({ items }) => (
          <Table label={t.schedules} columns={[s.name, s.conversation, s.cron, s.next, s.lastRun, ""]}>
            {items.map((schedule) => (
              <ScheduleLine key={schedule.id} schedule={schedule} />
            ))}
          </Table>
        )}
      </Loaded>
      <h2>{s.create}</h2>
      <NewSchedule />
    </Screen>
  );
}

function ScheduleLine({ schedule }: { readonly schedule: WireScheduleSummary }) {
  const s = useScreenWords();
  const { id, name, key, sessionId, cron, timeZone, isPaused, version, nextRunAt, lastRun, preview } = schedule;
  const path = `/schedules/${encodeURIComponent(id)}`;
  const run = async () => {
    const headers = { "Idempotency-Key": randomId() };
    const started = await perform(
      () => call<WireStartedRun>({ method: "POST", path: `${path}/run`, headers }),
      s.notDone,
      "schedules",
    );
    if (started !== undefined) showToast({ kind: "done", text: s.started });
  };
  const pause = () => {
    const headers = { "If-Match": `"${version}"` };
    const body = { isPaused: !isPaused };
    return perform(() => call<WireSchedule>({ method: "PATCH", path, body, headers }), s.notDone, "schedules");
  };
  const remove = () => perform(() => call<null>({ method: "DELETE", path }), s.notDone, "schedules");
  return (
    <tr>
      <th scope="row" title={preview}>
        <bdi>{name}</bdi>
      </th>
      <td>
        {sessionId === null ? (
          <bdi>{nameOf({ title: null, key })}</bdi>
        ) : (
          <Link href={`/c/${sessionId}`}>
            <bdi>{nameOf({ title: null, key })}</bdi>
          </Link>
        )}
      </td>
      <td>
        <code>{cron}</code> <span className="quiet">{timeZone}</span>
      </td>
      <td>{nextRunAt === null ? <State kind="plain" label={s.paused} /> : <Clock at={nextRunAt} />}</td>
      <td>
        {lastRun === null ? (
          "–"
        ) : (
          <>
            <Ago at={lastRun.at} />{" "}
            <State kind={lastRun.outcome === "accepted" ? "plain" : "bad"} label={lastRun.outcome} />
          </>
        )}
      </td>
      <td className="buttons">
        <button type="button" className="button" onClick={() => void run()}>
          {s.runNow}
        </button>
        <button type="button" className="button" onClick={() => void pause()}>
          {isPaused ? s.resume : s.pause}
        </button>
        <button type="button" className="button danger" onClick={() => void remove()}>
          {s.remove}
        </button>
      </td>
    </tr>
  );
}

function NewSchedule() {
  const s = useScreenWords();
  const sessions = [...book.all()];
  const [isBusy, setBusy] = useState(false);
  const create = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const body = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ""));
    setBusy(true);
    const headers = { "Idempotency-Key": randomId() };
    const made = await perform(
      () => call<WireSchedule>({ method: "POST", path: "/schedules", body, headers }),
      s.notDone,
      "schedules",
    );
    setBusy(false);
    if (made !== undefined) form.reset();
  };
  return (
    <form className="fields" onSubmit={(event) => void create(event)}>
      <label>
        {s.conversation}
        <select name="sessionId" required>
          {sessions.map((session) => (
            <option key={session.id} value={session.id}>
              {nameOf(session)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {s.name}
        <input name="name" required maxLength={200} />
      </label>
      <label>
        {s.cron}
        <input name="cron" required placeholder="0 9 * * MON-FRI" aria-description={s.cronHint} title={s.cronHint} />
      </label>
      <label>
        {s.timeZone}
        <input name="timeZone" defaultValue={Intl.DateTimeFormat().resolvedOptions().timeZone} />
      </label>
      <label className="wide">
        {s.text}
        <textarea name="text" required rows={2} maxLength={100_000} />
      </label>
      <button type="submit" className="button primary" disabled={isBusy}>
        {s.create}
      </button>
    </form>
  );
}
