import type { ReactNode } from "react";
import { Link } from "wouter";
import type { WireAdapter, WireAdapterList } from "../../src/wire/adapter.ts";
import type { WirePluginList } from "../../src/wire/plugin.ts";
import type { WireRun, WireRunList } from "../../src/wire/run.ts";
import type { WireSessionPage } from "../../src/wire/session.ts";
import type { WireStatus } from "../../src/wire/status.ts";
import { call } from "../api/call.ts";
import { Ago } from "../parts/time.tsx";
import { useMay } from "../state/me.ts";
import { showToast } from "../state/toasts.ts";
import { useScreenWords } from "../text/screens.ts";
import { nameOf } from "../text/session-name.ts";
import { useWords } from "../text/words.ts";
import { Plugins } from "./plugins.tsx";
import { perform, useRead } from "./read.ts";
import { Loaded, Screen, State, Table } from "./screen.tsx";

const watched = { isWatched: true };

/** How the bot is: its channels, what it is doing, its plugins, and what needs a look. */
export default function Health() {
  const t = useWords();
  const s = useScreenWords();
  const status = useRead<WireStatus>("status", "/status", watched);
  const adapters = useRead<WireAdapterList>("adapters", "/adapters", watched);
  const runs = useRead<WireRunList>("runs", "/runs", watched);
  const plugins = useRead<WirePluginList>("plugins", "/plugins");
  const undelivered = useRead<WireSessionPage>("undelivered", "/sessions", {
    ...watched,
    query: { state: "failed", limit: 20 },
  });
  const bad =
    (adapters.data?.items.filter(needsLook).length ?? 0) +
    (plugins.data?.items.filter(({ state }) => state === "failed").length ?? 0) +
    (undelivered.data?.items.length ?? 0);
  return (
    <Screen
      title={t.health}
      lead={s.healthLead}
      tools={<State kind={bad === 0 ? "good" : "bad"} label={bad === 0 ? s.allUp : s.someDown(bad)} />}
    >
      <Loaded query={status}>{(value) => <Facts status={value} />}</Loaded>
      <h2>{s.channels}</h2>
      <Loaded query={adapters} isEmpty={({ items }) => items.length === 0}>
        {({ items }) => <Adapters adapters={items} />}
      </Loaded>
      <h2>{s.runs}</h2>
      <Loaded query={runs} isEmpty={({ items }) => items.length === 0} empty={s.noRuns}>
        {({ items }) => <Runs runs={items} />}
      </Loaded>
      <h2>{s.undelivered}</h2>
      <Loaded query={undelivered} isEmpty={({ items }) => items.length === 0} empty={s.noneUndelivered}>
        {({ items }) => (
          <ul className="lines">
            {items.map((session) => (
              <li key={session.id}>
                <Link href={`/c/${session.id}?state=failed`}>
                  <bdi>{nameOf(session)}</bdi>
                </Link>
                <span className="quiet">
                  {t.failedCount(session.deliveries.failed + session.deliveries.unconfirmed)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <h2>{s.plugins}</h2>
      <Loaded query={plugins}>{(list) => <Plugins list={list} />}</Loaded>
    </Screen>
  );
}

function needsLook({ state }: WireAdapter): boolean {
  return state === "failed" || state === "misconfigured" || state === "reconnecting";
}

function Facts({ status }: { readonly status: WireStatus }) {
  const s = useScreenWords();
  const { model, store, statistics, startedAt } = status;
  return (
    <dl className="facts">
      <Fact name={s.facts.model}>{model}</Fact>
      <Fact name={s.facts.store}>{store}</Fact>
      <Fact name={s.facts.runs}>{statistics.runsInFlight}</Fact>
      <Fact name={s.facts.queue}>{statistics.activeLanes}</Fact>
      <Fact name={s.facts.refused}>{statistics.refusedWrites}</Fact>
      <Fact name={s.facts.streams}>{statistics.eventStreams}</Fact>
      <Fact name={s.facts.since}>
        <Ago at={startedAt} />
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Adapters({ adapters }: { readonly adapters: readonly WireAdapter[] }) {
  const s = useScreenWords();
  const mayRestart = useMay("adapter.restart");
  const restart = async (name: string) => {
    const path = `/adapters/${encodeURIComponent(name)}/restart`;
    const done = await perform(() => call<WireAdapter>({ method: "POST", path }), s.notDone, "adapters");
    if (done !== undefined) showToast({ kind: "done", text: s.restarting(name) });
  };
  return (
    <Table label={s.channels} columns={[s.name, s.state, s.since, s.lastEvent, s.ping, s.lastError, ""]}>
      {adapters.map((adapter) => (
        <tr key={adapter.name}>
          <th scope="row">{adapter.name}</th>
          <td>
            <State
              kind={adapter.state === "connected" ? "good" : needsLook(adapter) ? "bad" : "plain"}
              label={s.adapterStates[adapter.state]}
            />
            {adapter.reason !== null && <p className="quiet">{adapter.reason}</p>}
            {adapter.limitedUntil !== null && (
              <p className="quiet">
                {s.limited} <Ago at={adapter.limitedUntil} />
              </p>
            )}
          </td>
          <td>
            <Ago at={adapter.since} />
          </td>
          <td>{adapter.lastEventAt === null ? "–" : <Ago at={adapter.lastEventAt} />}</td>
          <td>{adapter.pingMilliseconds === null ? "–" : `${Math.round(adapter.pingMilliseconds)} ms`}</td>
          <td>
            {adapter.lastError === null ? (
              "–"
            ) : (
              <>
                {adapter.lastError.reason} <Ago at={adapter.lastError.at} />
              </>
            )}
          </td>
          <td>
            {mayRestart && (
              <button type="button" className="button" onClick={() => void restart(adapter.name)}>
                {s.restart}
              </button>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Runs({ runs }: { readonly runs: WireRunList["items"] }) {
  const s = useScreenWords();
  const mayStop = useMay("run.stop");
  const stop = (runId: string) =>
    perform(
      () => call<WireRun>({ method: "POST", path: `/runs/${encodeURIComponent(runId)}/stop` }),
      s.notDone,
      "runs",
    );
  return (
    <Table label={s.runs} columns={[s.conversation, s.age, ""]}>
      {runs.map(({ runId, sessionId, startedAt }) => (
        <tr key={runId}>
          <th scope="row">
            <Link href={`/c/${sessionId}`}>
              <code>{sessionId}</code>
            </Link>
          </th>
          <td>
            <Ago at={startedAt} />
          </td>
          <td>
            {mayStop && (
              <button type="button" className="button" onClick={() => void stop(runId)}>
                {s.stop}
              </button>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}
