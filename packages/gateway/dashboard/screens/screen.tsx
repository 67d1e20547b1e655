import { type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { explain } from "../actions/explain.ts";
import { Clock } from "../parts/time.tsx";
import { useScreenWords } from "../text/screens.ts";
import { useWords } from "../text/words.ts";
import { keepFocus } from "./keep-focus.ts";
import "../style/screens.css";

/** A screen: what it is, in a sentence, and its parts. */
export function Screen({
  title,
  lead,
  tools,
  children,
}: {
  readonly title: string;
  readonly lead: string;
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}) {
  const screen = useRef<HTMLDivElement>(null);
  useEffect(() => (screen.current === null ? undefined : keepFocus(screen.current)), []);
  return (
    <div className="screen" ref={screen}>
      <header className="screen-head">
        <div>
          <h1>{title}</h1>
          <p className="quiet">{lead}</p>
        </div>
        {tools}
      </header>
      <Stale />
      {children}
    </div>
  );
}

/** Says of when the oldest is that is shown and could not be read again, and why. */
function Stale() {
  const s = useScreenWords();
  const cache = useQueryClient().getQueryCache();
  const oldest = () =>
    cache
      .findAll({ type: "active", predicate: ({ state: { data, status } }) => data !== undefined && status === "error" })
      .map(({ state }) => state)
      .toSorted((a, b) => a.dataUpdatedAt - b.dataUpdatedAt)[0];
  const state = useSyncExternalStore((listener) => cache.subscribe(listener), oldest);
  return (
    <div role="status">
      {state !== undefined && (
        <p className="note">
          {s.stale} <Clock at={new Date(state.dataUpdatedAt).toISOString()} />. {explain(state.error)}
        </p>
      )}
    </div>
  );
}

/** What was read, or that it is being read, could not be, or is nothing. */
export function Loaded<Value>({
  query,
  isEmpty = () => false,
  empty,
  children,
}: {
  readonly query: Pick<UseQueryResult<Value>, "data" | "error" | "refetch">;
  readonly isEmpty?: (value: Value) => boolean;
  readonly empty?: string;
  readonly children: (value: Value) => ReactNode;
}) {
  const t = useWords();
  const s = useScreenWords();
  const { data, error } = query;
  // What is read again by itself is not known to be better each time that it is tried.
  const [last, setLast] = useState(error);
  if (data !== undefined ? last !== null : error !== null && error !== last) setLast(error);
  const failure = error ?? last;
  if (data !== undefined) return isEmpty(data) ? <p className="quiet nothing">{empty ?? s.empty}</p> : children(data);
  if (failure === null) {
    return (
      <p className="late quiet nothing">
        {s.loading} <span className="slow">{s.slow}</span>
      </p>
    );
  }
  return (
    <div className="nothing" role="alert">
      <p>{s.failed}</p>
      <p className="quiet">{explain(failure)}</p>
      <button type="button" className="button" onClick={() => void query.refetch()}>
        {t.retry}
      </button>
    </div>
  );
}

/** One of a few. */
export function Choice({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, name: string])[];
  readonly onChange: (value: string) => void;
}) {
  return (
    <select aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
      {options.map(([option, name]) => (
        <option key={option} value={option}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** A table; where the screen is narrow each row is a card, in which a value stands beside the name of its column. */
export function Table({
  label,
  columns,
  children,
}: {
  readonly label: string;
  /** Those of buttons and pictures are empty. */
  readonly columns: readonly string[];
  readonly children: ReactNode;
}) {
  const body = useRef<HTMLTableSectionElement>(null);
  // Said here for the rows of every screen; the roles are those that a table has by itself until it is laid out as cards.
  useLayoutEffect(() => {
    const heads = body.current?.parentElement?.querySelectorAll("thead tr > *") ?? [];
    for (const row of body.current?.rows ?? []) {
      row.role = "row";
      for (const cell of row.cells) {
        cell.role = cell.tagName === "TH" ? "rowheader" : "cell";
        heads[cell.cellIndex]?.classList.toggle("number", cell.classList.contains("number"));
        cell.dataset["label"] = columns[cell.cellIndex] ?? "";
        cell.toggleAttribute("data-empty", ["", "–"].includes(cell.textContent.trim()));
      }
    }
  });
  return (
    <div className="table" role="region" aria-label={label} tabIndex={0}>
      <table role="table">
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column, index) =>
              column === "" ? (
                <td key={index} role="cell" />
              ) : (
                <th key={index} role="columnheader">
                  {column}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody ref={body} role="rowgroup">
          {children}
        </tbody>
      </table>
    </div>
  );
}

/** A state in a word, with a colour where it asks for a look. */
export function State({ kind, label }: { readonly kind: "good" | "bad" | "doubt" | "plain"; readonly label: string }) {
  return (
    <span className="state-word" data-kind={kind}>
      {label}
    </span>
  );
}
