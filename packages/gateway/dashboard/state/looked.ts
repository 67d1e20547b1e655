import type { WireSession } from "../../src/wire/session.ts";
import { readSetting, writeSetting } from "./settings.ts";
import { createStore } from "./store.ts";

/** What this browser's operator has looked at. Only ids and times: nothing that was said is kept. */
interface Looked {
  /** What happened before this is not news: nobody has to read a year of it. RFC 3339. */
  readonly since: string;
  /** `updatedAt` of a session when it was looked at last, by id. */
  readonly at: Readonly<Record<string, string>>;
}

/** Looks that are remembered; before the oldest of them nothing is news. */
const mostLooks = 500;

/** What was looked at, in this browser and until now. */
export const looked = createStore<Looked>(readLooked());

/** Whether something happened in a session since its operator looked at it. */
export function isUnread({ id, updatedAt }: Pick<WireSession, "id" | "updatedAt">, { since, at }: Looked): boolean {
  return updatedAt > (at[id] ?? since);
}

/** The operator has a session before their eyes. */
export function noteLook({ id, updatedAt }: Pick<WireSession, "id" | "updatedAt">): void {
  if (!isUnread({ id, updatedAt }, looked.get())) return;
  looked.update((known) => bounded({ ...known, at: { ...known.at, [id]: updatedAt } }));
  writeSetting("looked", JSON.stringify(looked.get()));
}

function bounded({ since, at }: Looked): Looked {
  const looks = Object.entries(at).toSorted(([, one], [, other]) => (one < other ? 1 : -1));
  const [, oldest = since] = looks[mostLooks] ?? [];
  return { since: oldest > since ? oldest : since, at: Object.fromEntries(looks.slice(0, mostLooks)) };
}

function readLooked(): Looked {
  try {
    const kept: unknown = JSON.parse(readSetting("looked") ?? "");
    if (isLooked(kept)) return kept;
  } catch {
    // Nothing was kept, or something else was.
  }
  const begun: Looked = { since: new Date().toISOString(), at: {} };
  writeSetting("looked", JSON.stringify(begun));
  return begun;
}

function isLooked(value: unknown): value is Looked {
  return (
    typeof value === "object" &&
    value !== null &&
    "since" in value &&
    typeof value.since === "string" &&
    "at" in value &&
    typeof value.at === "object"
  );
}
