import type { Logger } from "@keyturn/core";

/** What errors that nobody caught are received from; `process` fits. */
export interface CrashSource {
  on(event: "uncaughtException" | "unhandledRejection", listener: (error: unknown) => void): unknown;
  off(event: "uncaughtException" | "unhandledRejection", listener: (error: unknown) => void): unknown;
}

/**
 * Logs what nobody caught, and lets the bot go on: it comes from a plugin's timer or forgotten promise as a rule, what is
 * stored is stored in single fenced steps, and one bad plugin must not take the rest down. The returned function ends it.
 */
export function logCrashes(source: CrashSource, log: Logger): () => void {
  const logException = (error: unknown) => log.error({ err: error }, "An error was thrown and nobody caught it.");
  const logRejection = (error: unknown) =>
    log.error({ err: error }, "A promise was rejected and nobody waited for it.");
  source.on("uncaughtException", logException);
  source.on("unhandledRejection", logRejection);
  return () => {
    source.off("uncaughtException", logException);
    source.off("unhandledRejection", logRejection);
  };
}
