import type { WireAdapter } from "../../src/wire/adapter.ts";
import { call } from "../api/call.ts";
import { Ago, Clock } from "../parts/time.tsx";
import { useMay } from "../state/me.ts";
import { showToast } from "../state/toasts.ts";
import { useScreenWords } from "../text/screens.ts";
import { perform } from "./read.ts";
import { State, Table } from "./screen.tsx";

/** The channels: how they stand, since when, what went wrong, and how to start one anew. */
export function Channels({ adapters }: { readonly adapters: readonly WireAdapter[] }) {
  const s = useScreenWords();
  return (
    <Table label={s.channels} columns={[s.name, s.state, s.since, s.lastEvent, s.ping, s.lastError, ""]}>
      {adapters.map((adapter) => (
        <Channel key={adapter.name} adapter={adapter} />
      ))}
    </Table>
  );
}

/** Whether somebody should look at it. */
export function needsLook({ state, reason }: WireAdapter): boolean {
  if (state === "connected") return reason !== null;
  return state === "failed" || state === "misconfigured" || state === "reconnecting";
}

function Channel({ adapter }: { readonly adapter: WireAdapter }) {
  const s = useScreenWords();
  const mayRestart = useMay("adapter.restart");
  const { name, state, reason, since, lastEventAt, pingMilliseconds, limitedUntil, lastError, reconnects } = adapter;
  const restart = async () => {
    const path = `/adapters/${encodeURIComponent(name)}/restart`;
    const done = await perform(() => call<WireAdapter>({ method: "POST", path }), s.notDone, "adapters");
    if (done !== undefined) showToast({ kind: "done", text: s.restarting(name) });
  };
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <State
          kind={state === "connected" ? (reason === null ? "good" : "doubt") : needsLook(adapter) ? "bad" : "plain"}
          label={s.adapterStates[state]}
        />
        {reason !== null && <p className="quiet">{reason}</p>}
        {limitedUntil !== null && (
          <p className="quiet">
            {s.limited} <Clock at={limitedUntil} />
          </p>
        )}
      </td>
      <td>
        <Ago at={since} />
        {reconnects > 0 && (
          <p className="quiet">
            {s.reconnects}: {reconnects}
          </p>
        )}
      </td>
      <td>{lastEventAt === null ? "–" : <Ago at={lastEventAt} />}</td>
      <td className="number">{pingMilliseconds === null ? "–" : `${Math.round(pingMilliseconds)} ms`}</td>
      <td>
        {lastError === null ? (
          "–"
        ) : (
          <>
            {lastError.reason}{" "}
            <span className="quiet">
              <Ago at={lastError.at} />
            </span>
          </>
        )}
      </td>
      <td className="buttons">
        {mayRestart && (
          <button type="button" className="button" aria-label={`${s.restart}: ${name}`} onClick={() => void restart()}>
            {s.restart}
          </button>
        )}
      </td>
    </tr>
  );
}
