import { useState } from "react";
import type { WireSchedule, WireScheduleList, WireScheduleSummary, WireStartedRun } from "../../src/wire/schedule.ts";
import { call } from "../api/call.ts";
import { randomId } from "../api/random-id.ts";
import { Confirm } from "../parts/confirm.tsx";
import { Ago, Clock } from "../parts/time.tsx";
import { useMay } from "../state/me.ts";
import { showToast } from "../state/toasts.ts";
import { useScreenWords } from "../text/screens.ts";
import { nameOf } from "../text/session-name.ts";
import { useWords } from "../text/words.ts";
import { perform, useRead } from "./read.ts";
import { ScheduleDialog } from "./schedule-dialog.tsx";
import { Loaded, Screen, State, Table } from "./screen.tsx";
import { Link } from "../parts/link.tsx";

/** Where a schedule is. */
const pathOf = (id: string) => `/schedules/${encodeURIComponent(id)}`;

/** Messages that are sent by the clock: made, changed, run, paused and deleted. */
export default function Schedules() {
  const t = useWords();
  const s = useScreenWords();
  const mayCreate = useMay("schedule.create");
  const [form, setForm] = useState<"new" | WireSchedule>();
  const schedules = useRead<WireScheduleList>("schedules", "/schedules");
  const change = async (id: string) => {
    const schedule = await perform(() => call<WireSchedule>({ path: pathOf(id) }), s.notDone);
    if (schedule !== undefined) setForm(schedule);
  };
  const make = mayCreate && (
    <button type="button" className="button primary" onClick={() => setForm("new")}>
      {s.create}
    </button>
  );
  return (
    <Screen title={t.schedules} lead={s.schedulesLead} tools={make}>
      <Loaded query={schedules} isEmpty={({ items }) => items.length === 0} empty={s.noSchedules}>
        {({ items }) => (
          <Table label={t.schedules} columns={[s.name, s.conversation, s.cron, s.next, s.lastRun, ""]}>
            {items.map((schedule) => (
              <ScheduleLine key={schedule.id} schedule={schedule} onChange={() => void change(schedule.id)} />
            ))}
          </Table>
        )}
      </Loaded>
      {form !== undefined && (
        <ScheduleDialog schedule={form === "new" ? undefined : form} onClose={() => setForm(undefined)} />
      )}
    </Screen>
  );
}

function ScheduleLine({
  schedule,
  onChange,
}: {
  readonly schedule: WireScheduleSummary;
  readonly onChange: () => void;
}) {
  const s = useScreenWords();
  const { name, key, sessionId, cron, timeZone, nextRunAt, lastRun, preview } = schedule;
  const place = <bdi>{nameOf({ title: null, key })}</bdi>;
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
        <p className="quiet schedule-text">
          <bdi>{preview}</bdi>
        </p>
      </th>
      <td>
        {sessionId === null ? place : <Link href={`/c/${sessionId}`}>{place}</Link>}
        <p className="quiet">{key.adapter}</p>
      </td>
      <td>
        <code>{cron}</code>
        <p className="quiet">{timeZone}</p>
      </td>
      <td>{nextRunAt === null ? <State kind="plain" label={s.paused} /> : <Clock at={nextRunAt} />}</td>
      <td>
        {lastRun === null ? (
          <span className="quiet">{s.neverRan}</span>
        ) : (
          <>
            <Ago at={lastRun.at} />
            <p>
              <State kind={lastRun.outcome === "accepted" ? "good" : "bad"} label={s.runOutcomes[lastRun.outcome]} />
            </p>
          </>
        )}
      </td>
      <td className="buttons">
        <ScheduleButtons schedule={schedule} onChange={onChange} />
      </td>
    </tr>
  );
}

function ScheduleButtons({
  schedule,
  onChange,
}: {
  readonly schedule: WireScheduleSummary;
  readonly onChange: () => void;
}) {
  const s = useScreenWords();
  const [isAsking, setAsking] = useState(false);
  const mayRun = useMay("schedule.run");
  const mayChange = useMay("schedule.patch");
  const mayDelete = useMay("schedule.delete");
  const { id, name, isPaused, version } = schedule;
  const path = pathOf(id);
  const turn = isPaused ? s.resume : s.pause;
  const run = async () => {
    const headers = { "Idempotency-Key": randomId() };
    const starting = () => call<WireStartedRun>({ method: "POST", path: `${path}/run`, headers });
    const started = await perform(starting, s.notDone, "schedules");
    if (started !== undefined) showToast({ kind: "done", text: s.started });
  };
  const pause = () => {
    const headers = { "If-Match": `"${version}"` };
    const body = { isPaused: !isPaused };
    return perform(() => call<WireSchedule>({ method: "PATCH", path, body, headers }), s.notDone, "schedules");
  };
  const remove = () => {
    setAsking(false);
    void perform(() => call<null>({ method: "DELETE", path }), s.notDone, "schedules");
  };
  return (
    <>
      {mayRun && (
        <button type="button" className="button" aria-label={`${s.runNow}: ${name}`} onClick={() => void run()}>
          {s.runNow}
        </button>
      )}
      {mayChange && (
        <>
          <button type="button" className="button" aria-label={`${s.change}: ${name}`} onClick={onChange}>
            {s.change}
          </button>
          <button type="button" className="button" aria-label={`${turn}: ${name}`} onClick={() => void pause()}>
            {turn}
          </button>
        </>
      )}
      {mayDelete && (
        <button
          type="button"
          className="button danger"
          aria-label={`${s.remove}: ${name}`}
          onClick={() => setAsking(true)}
        >
          {s.remove}
        </button>
      )}
      {isAsking && (
        <Confirm
          title={s.removeSchedule(name)}
          body={s.removeScheduleBody}
          go={s.remove}
          onClose={() => setAsking(false)}
          onGo={remove}
        />
      )}
    </>
  );
}
