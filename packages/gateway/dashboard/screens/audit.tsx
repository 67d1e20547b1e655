import { useMemo } from "react";
import type { WireAuditEntry } from "../../src/wire/audit.ts";
import { useParameters } from "../location.ts";
import { Clock } from "../parts/time.tsx";
import { useScreenWords } from "../text/screens.ts";
import { useWords } from "../text/words.ts";
import { More } from "./more.tsx";
import { usePages } from "./read.ts";
import { Choice, Loaded, Screen, State, Table } from "./screen.tsx";
import { Link } from "../parts/link.tsx";

const outcomes = ["done", "denied", "nothing to do", "failed"] as const;

/** How far back one can look, in hours; all of it where nothing is chosen. */
const spans = [
  ["1", "1 h"],
  ["24", "24 h"],
  ["168", "7 d"],
] as const;

const texts = ["operation", "actor", "surface", "sessionId"] as const;

/** The audit log, by what somebody looks for. The filters stand in the address. */
export default function Audit() {
  const t = useWords();
  const s = useScreenWords();
  const [parameters, setParameters] = useParameters();
  const hours = spans.find(([name]) => name === parameters.get("hours"))?.[0];
  // Of the moment of the choice: a time that goes on would be another list at each look.
  const since = useMemo(
    () => (hours === undefined ? undefined : new Date(Date.now() - Number(hours) * 3_600_000).toISOString()),
    [hours],
  );
  const outcome = outcomes.find((name) => name === parameters.get("outcome"));
  const chosen = Object.fromEntries(texts.map((name) => [name, parameters.get(name) ?? undefined]));
  const list = usePages<WireAuditEntry>("audit", "/audit", { ...chosen, outcome, since });
  const isFiltered = [...Object.values(chosen), outcome, hours].some((value) => value !== undefined);
  const labels = { operation: s.operation, actor: s.who, surface: s.surface, sessionId: s.conversation };
  const clear = () => setParameters({ operation: "", actor: "", surface: "", sessionId: "", outcome: "", hours: "" });
  return (
    <Screen title={t.audit} lead={s.auditLead}>
      <search className="tools" key={isFiltered ? "filtered" : "all"}>
        <Choice
          label={s.outcome}
          value={outcome ?? ""}
          options={[["", s.anyOutcome], ...outcomes.map((name) => [name, s.outcomes[name]] as const)]}
          onChange={(value) => setParameters({ outcome: value })}
        />
        <Choice
          label={s.time}
          value={hours ?? ""}
          options={[["", s.anyTime], ...spans]}
          onChange={(value) => setParameters({ hours: value })}
        />
        {texts.map((name) => (
          <input
            key={name}
            type="search"
            aria-label={labels[name]}
            placeholder={labels[name]}
            defaultValue={chosen[name] ?? ""}
            onBlur={({ target }) => setParameters({ [name]: target.value.trim() })}
            onKeyDown={(event) => event.key === "Enter" && setParameters({ [name]: event.currentTarget.value.trim() })}
          />
        ))}
        {isFiltered && (
          <button type="button" className="button plain" onClick={clear}>
            {s.clearFilters}
          </button>
        )}
      </search>
      <Loaded query={list} isEmpty={({ items }) => items.length === 0} empty={s.noneMatch}>
        {({ items }) => (
          <Table label={t.audit} columns={[s.time, s.operation, s.who, s.surface, s.target, s.outcome, s.reason]}>
            {items.map((entry, index) => (
              <Line key={`${entry.at}.${index}`} entry={entry} />
            ))}
          </Table>
        )}
      </Loaded>
      <More list={list} />
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
      <th scope="row">
        <code>{operation}</code>
      </th>
      <td>
        <bdi>{actor.label ?? actor.id}</bdi>
      </td>
      <td title={address ?? undefined}>
        {actor.surface}
        {address !== null && <span className="quiet"> {address}</span>}
      </td>
      <td>
        {sessionId !== null && (
          <Link href={`/c/${sessionId}`} title={sessionId}>
            <code>{sessionId.slice(0, 10)}…</code>
          </Link>
        )}{" "}
        {target !== null && <bdi className="quiet">{target}</bdi>}
        {sessionId === null && target === null && "–"}
      </td>
      <td>
        <State kind={outcome === "denied" || outcome === "failed" ? "bad" : "plain"} label={s.outcomes[outcome]} />
      </td>
      <td>
        <bdi>{reason === "" ? "–" : reason}</bdi>
      </td>
    </tr>
  );
}
