import type { WireRun, WireRunList } from "../../src/wire/run.ts";
import type { WireSessionPage } from "../../src/wire/session.ts";
import { call } from "../api/call.ts";
import { Elapsed } from "../parts/elapsed.tsx";
import { useMay } from "../state/me.ts";
import { useScreenWords } from "../text/screens.ts";
import { nameOf } from "../text/session-name.ts";
import { perform, useRead } from "./read.ts";
import { Loaded, State, Table } from "./screen.tsx";
import { Link } from "../parts/link.tsx";

const watched = { isWatched: true };

/** What is being answered now, for how long, and how to end it. */
export function Runs() {
  const s = useScreenWords();
  const mayStop = useMay("run.stop");
  const runs = useRead<WireRunList>("runs", "/runs", watched);
  const running = useRead<WireSessionPage>("runs", "/sessions", {
    ...watched,
    query: { state: "running", limit: 200 },
  });
  const names = new Map(running.data?.items.map((session) => [session.id, nameOf(session)]));
  const stop = (runId: string) =>
    perform(
      () => call<WireRun>({ method: "POST", path: `/runs/${encodeURIComponent(runId)}/stop` }),
      s.notDone,
      "runs",
    );
  return (
    <Loaded query={runs} isEmpty={({ items }) => items.length === 0} empty={s.noRuns}>
      {({ items }) => (
        <Table label={s.runs} columns={[s.conversation, s.state, s.age, ""]}>
          {items.map(({ runId, sessionId, startedAt, state }) => (
            <tr key={runId}>
              <th scope="row">
                <Link href={`/c/${sessionId}`}>
                  <bdi>{names.get(sessionId) ?? sessionId}</bdi>
                </Link>
              </th>
              <td>
                <State kind={state === "running" ? "good" : "plain"} label={s.runStates[state]} />
              </td>
              <td className="number">
                <Elapsed since={startedAt} />
              </td>
              <td className="buttons">
                {mayStop && state === "running" && (
                  <button
                    type="button"
                    className="button"
                    aria-label={`${s.stop}: ${names.get(sessionId) ?? sessionId}`}
                    onClick={() => void stop(runId)}
                  >
                    {s.stop}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Loaded>
  );
}
