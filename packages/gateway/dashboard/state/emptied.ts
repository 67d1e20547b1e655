import type { WireSession, WireSessionReset } from "../../src/wire/session.ts";
import { loginState } from "./login-state.ts";

type Actor = Omit<WireSessionReset["actor"], "name"> & { readonly name?: string | null };

/** Whoever is logged in, as resets name them. */
export function myself(): Actor {
  const state = loginState.get();
  const name = state.kind === "in" ? state.me.actor.label : null;
  return { kind: "operator", id: "", name, surface: "dashboard" };
}

/** What a reset leaves of what lists show. */
export function emptiedBy(
  actor: Actor,
  at: string,
  entries: number,
  undoUntil: string | null = null,
): Partial<WireSession> {
  return {
    entries: 0,
    waiting: 0,
    running: null,
    preview: "",
    deliveries: { open: 0, unconfirmed: 0, failed: 0 },
    usage: { inputTokens: 0, outputTokens: 0, runs: 0 },
    reset: { at, actor: { name: null, ...actor }, entries, undoUntil },
  };
}
