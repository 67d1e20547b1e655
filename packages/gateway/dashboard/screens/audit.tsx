import { Link } from "wouter";
import type { WireAuditEntry } from "../../src/wire/audit.ts";
import { useParameters } from "../location.ts";
import { Clock } from "../parts/time.tsx";
import { useScreenWords } from "../text/screens.ts";
import { useWords } from "../text/words.ts";
import { usePages } from "./read.ts";
import { Loaded, Screen, State, Table } from "./screen.tsx";

const outcomes = ["done", "denied", "nothing to do", "failed"] as const;

/** The audit log, by what somebody looks for. The filters stand in the address. */
export default function Audit() {
  const t = useWords();
  const s = useScreenWords();
  const [parameters, setParameters] = useParameters();
  const query = {
    outcome: outcomes.find((name) => name === parameters.get("outcome")),
    operation: parameters.get("operation") ?? undefined,
    actor: parameters.get("actor") ?? undefined,
    surface: parameters.get("surface") ?? undefined,
  };
  const pages = usePages<WireAuditEntry>("audit", "/audit", query);
  const fields = [
    ["operation", s.operation],
    ["actor", s.who],
    ["surface", s.surface],
  ] as const;
  return (
    <Screen
      title={t.audit}
      lead={s.auditLead}
      tools={
        <search className="tools">
          <select
            aria-label={s.outcome}
            value={query.outcome ?? ""}
            onChange={({ target }) => setParameters({ outcome: target.value })}
          >
            <option value="">{s.anyOutcome}</option>
            {outcomes.map((outcome) => (
              <option key={outcome} value={outcome}>
                {s.outcomes[outcome]}
              </option>
            ))}
          </select>
          {fields.map(([name, label]) => (
            <input
              key={name}
              type="search"
              aria-label={label}
              placeholder={label}
              defaultValue={query[name] ?? ""}
              onBlur={({ target }) => setParameters({ [name]: target.value.trim() })}
              onKeyDown={(event) =>
                event.key === "Enter" && setParameters({ [name]: event.currentTarget.value.trim() })
              }
            />
          ))}
        </search>
      }
    >
      <Loaded query={pages} isEmpty={({ pages: read }) => read.every(({ items }) => items.length === 0)}>
        {({ pages: read }) => (
          <Table label={t.audit} columns={[s.time, s.operation, s.who, s.surface, s.target, s.outcome, s.reason]}>
            {read
              .flatMap(({ items }) => items)
              .map((entry, index) => (
                <Line key={`${entry.at}.${index}`} entry={entry} />
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

function Line({ entry }: { readonly entry: WireAuditEntry }) {
  const s = useScreenWords();
  const { at, actor, operation, sessionId, target, outcome, reason, address } = entry;
  return (
    <tr>
      <td>
        <Clock at={at} />
      </td>
      <th scope="row">{operation}</th>
      <td title={address ?? undefined}>
        <bdi>{actor.label ?? actor.id}</bdi>
      </td>
      <td>{actor.surface}</td>
      <td>
        {sessionId === null ? (
          (target ?? "–")
        ) : (
          <Link href={`/c/${sessionId}`}>
            <code>{sessionId.slice(0, 10)}…</code>
          </Link>
        )}
      </td>
      <td>
        <State
          kind={outcome === "done" ? "plain" : outcome === "nothing to do" ? "plain" : "bad"}
          label={s.outcomes[outcome]}
        />
      </td>
      <td>
        <bdi>{reason}</bdi>
      </td>
    </tr>
  );
}
