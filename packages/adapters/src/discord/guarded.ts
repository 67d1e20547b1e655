import type { Logger } from "@keyturn/core";

/** Runs the body of a listener. An error of one ends nothing: it is logged, and the next event comes as if nothing were. */
export function guarded<Values extends readonly unknown[]>(
  log: Logger,
  what: string,
  body: (...values: Values) => void | Promise<void>,
): (...values: Values) => void {
  return (...values) => {
    const run = async () => body(...values);
    run().catch((error: unknown) => log.error({ err: error }, `Discord: ${what} failed.`));
  };
}
