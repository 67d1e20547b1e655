import type { WireLogLine } from "../../src/wire/log.ts";
import { useParameters } from "../location.ts";
import { Clock } from "../parts/time.tsx";
import { useScreenWords } from "../text/screens.ts";
import { useWords } from "../text/words.ts";
import { usePages } from "./read.ts";
import { Loaded, Screen, State, Table } from "./screen.tsx";

const levels = ["debug", "info", "warn", "error"] as const;

/** The newest lines of the log. */
export default function Logs() {
  const t = useWords();
  const s = useScreenWords();
  const [parameters, setParameters] = useParameters();
  const level = levels.find((name) => name === parameters.get("level")) ?? "info";
  const pages = usePages<WireLogLine>("logs", "/logs", { level });
  return (
    <Screen
      title={t.logs}
      lead={s.logsLead}
      tools={
        <div className="tools">
          <select aria-label={s.level} value={level} onChange={({ target }) => setParameters({ level: target.value })}>
            {levels.map((name) => (
              <option key={name} value={name}>
                {s.levels[name]}
              </option>
            ))}
          </select>
          <button type="button" className="button" onClick={() => void pages.refetch()}>
            {t.retry}
          </button>
        </div>
      }
    >
      <Loaded query={pages} isEmpty={({ pages: read }) => read.every(({ items }) => items.length === 0)}>
        {({ pages: read }) => (
          <Table label={t.logs} columns={[s.time, s.level, s.message]}>
            {read
              .flatMap(({ items }) => items)
              .map(({ at, level: of, message, fields }, index) => (
                <tr key={`${at}.${index}`}>
                  <td>
                    <Clock at={at} />
                  </td>
                  <td>
                    <State kind={of === "error" || of === "warn" ? "bad" : "plain"} label={of} />
                  </td>
                  <td>
                    {message} <code className="quiet">{JSON.stringify(fields)}</code>
                  </td>
                </tr>
              ))}
          </Table>
        )}
      </Loaded>
      {pages.hasNextPage && (
        <button type="button" className="button" onClick={() => void pages.fetchNextPage()}>
          {s.more}
        </button>
      )}
    </Screen>
  );
}
