import type { WireSession, WireSessionReset } from "../../src/wire/session.ts";

/** What a reset leaves of what lists show. */
export function emptiedBy(
  actor: Omit<WireSessionReset["actor"], "name"> & { readonly name?: string | null },
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
