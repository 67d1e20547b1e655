import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { WireStatus } from "../../src/wire/status.ts";
import { call } from "../api/call.ts";
import { useParameters } from "../location.ts";
import { Icon } from "../parts/icon.tsx";
import { density, toggleDensity } from "../state/density.ts";
import { useStore } from "../state/store.ts";
import { useListWords } from "../text/list.ts";
import { useWords } from "../text/words.ts";
import type { ListQuery } from "../state/session-order.ts";
import { listSorts, listStates } from "./list-query.ts";

/** How long typing pauses before the list is asked for, in milliseconds. */
const typingMilliseconds = 180;

/** What the list is of. Everything stands in the address. */
export function ListFilters({ query: { filter, sort } }: { readonly query: ListQuery }) {
  const t = useWords();
  const l = useListWords();
  const isCompact = useStore(density) === "compact";
  const [, setParameters] = useParameters();
  const status = useQuery({
    queryKey: ["status"],
    queryFn: ({ signal }) => call<WireStatus>({ path: "/status", signal }),
  });
  const channels = [
    ...new Set([...(status.data?.channels ?? []), ...(filter.adapter === undefined ? [] : [filter.adapter])]),
  ];
  return (
    <search className="filters">
      <Search text={filter.q ?? ""} onChange={(q) => setParameters({ q })} />
      <div className="filter-line">
        <select
          aria-label={t.filter}
          data-set={filter.state !== undefined}
          value={filter.state ?? ""}
          onChange={({ target }) => setParameters({ state: target.value })}
        >
          <option value="">{t.filter}</option>
          {listStates.map((state) => (
            <option key={state} value={state}>
              {t.states[state]}
            </option>
          ))}
        </select>
        {channels.length > 1 && (
          <select
            aria-label={t.channel}
            data-set={filter.adapter !== undefined}
            value={filter.adapter ?? ""}
            onChange={({ target }) => setParameters({ adapter: target.value })}
          >
            <option value="">{t.channel}</option>
            {channels.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        )}
        <select
          aria-label={t.sort}
          value={sort}
          onChange={({ target }) => setParameters({ sort: target.value === "-updatedAt" ? undefined : target.value })}
        >
          {listSorts.map((order) => (
            <option key={order} value={order}>
              {t.sorts[order]}
            </option>
          ))}
        </select>
        <span className="spread" />
        <button
          type="button"
          className="button plain square"
          aria-pressed={filter.pinned === true}
          aria-label={t.pinnedOnly}
          title={t.pinnedOnly}
          onClick={() => setParameters({ pinned: filter.pinned === true ? undefined : "true" })}
        >
          <Icon name="pin" />
        </button>
        <button
          type="button"
          className="button plain square"
          aria-pressed={isCompact}
          aria-label={l.compact}
          title={l.compact}
          onClick={toggleDensity}
        >
          <Icon name="rows" />
        </button>
      </div>
    </search>
  );
}

function Search({ text, onChange }: { readonly text: string; readonly onChange: (text: string) => void }) {
  const t = useWords();
  const [typed, setTyped] = useState(text);
  // The address may change from elsewhere, as with the back button.
  useEffect(() => setTyped(text), [text]);
  useEffect(() => {
    if (typed === text) return;
    const timer = setTimeout(() => onChange(typed), typingMilliseconds);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <label className="search">
      <Icon name="search" />
      <span className="visually-hidden">{t.search}</span>
      <input
        id="search"
        type="search"
        maxLength={200}
        placeholder={t.searchShort}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <kbd aria-hidden="true">/</kbd>
    </label>
  );
}
