import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { explain } from "../actions/explain.ts";
import { useScreenWords } from "../text/screens.ts";
import { useWords } from "../text/words.ts";
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
  return (
    <div className="screen">
      <header className="screen-head">
        <div>
          <h1>{title}</h1>
          <p className="quiet">{lead}</p>
        </div>
        {tools}
      </header>
      {children}
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
  if (data !== undefined) return isEmpty(data) ? <p className="quiet nothing">{empty ?? s.empty}</p> : children(data);
  if (error === null) return <p className="late quiet nothing">{s.loading}</p>;
  return (
    <div className="nothing" role="alert">
      <p>{s.failed}</p>
      <p className="quiet">{explain(error)}</p>
      <button type="button" className="button" onClick={() => void query.refetch()}>
        {t.retry}
      </button>
    </div>
  );
}

/** A table that scrolls sideways by itself where the screen is narrow. */
export function Table({
  label,
  columns,
  children,
}: {
  readonly label: string;
  /** The last one may be empty, for buttons. */
  readonly columns: readonly string[];
  readonly children: ReactNode;
}) {
  return (
    <div className="table" role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>{columns.map((column) => (column === "" ? <td key="actions" /> : <th key={column}>{column}</th>))}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** A state in a word, with a colour where it asks for a look. */
export function State({ kind, label }: { readonly kind: "good" | "bad" | "plain"; readonly label: string }) {
  return (
    <span className="state-word" data-kind={kind}>
      {label}
    </span>
  );
}
