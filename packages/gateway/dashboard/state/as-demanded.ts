import { useSyncExternalStore } from "react";
import type { WireSession } from "../../src/wire/session.ts";
import { isReset, resetting, stopping } from "./demanded.ts";
import { emptiedBy, myself } from "./emptied.ts";

/** A session as it will be once what was asked for is done: so it is shown at once, and as it was when that is refused. */
export function useAsDemanded(session: WireSession): WireSession {
  const { running, updatedAt, entries } = session;
  const isEmptied = useSyncExternalStore(resetting.subscribe, () => isReset(session));
  const isStopped = useSyncExternalStore(stopping.subscribe, () => stopping.get().has(running?.runId ?? ""));
  if (isEmptied) return { ...session, ...emptiedBy(myself(), updatedAt, entries) };
  return isStopped ? { ...session, running: null } : session;
}
