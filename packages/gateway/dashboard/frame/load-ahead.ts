import { loadFiles } from "../parts/loaded.tsx";

/** The latest that it begins, in milliseconds. */
const patienceMilliseconds = 2_000;

/**
 * Loads the rest of the dashboard once the page has nothing else to do: then a conversation opens at once, and every
 * screen is there while the bot is not, or is one of another version already.
 */
export function loadAhead(): void {
  // Safari has no idle callbacks.
  if ("requestIdleCallback" in globalThis) requestIdleCallback(loadFiles, { timeout: patienceMilliseconds });
  else setTimeout(loadFiles, patienceMilliseconds);
}
