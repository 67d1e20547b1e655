/** What each of the files is begun with that the first screen does not need. */
const parts: readonly (() => Promise<unknown>)[] = [
  () => import("../conversation/conversation.tsx"),
  () => import("../conversation/markdown.tsx"),
  () => import("./later.ts"),
  () => import("../screens/all.ts"),
];

/** The latest that it begins, in milliseconds. */
const patienceMilliseconds = 2_000;

/**
 * Loads the rest of the dashboard once the page has nothing else to do: then a conversation opens at once, and every
 * screen is there while the bot is not, or is one of another version already.
 */
export function loadAhead(): void {
  const load = () => void Promise.allSettled(parts.map((part) => part()));
  // Safari has no idle callbacks.
  if ("requestIdleCallback" in globalThis) requestIdleCallback(load, { timeout: patienceMilliseconds });
  else setTimeout(load, patienceMilliseconds);
}
