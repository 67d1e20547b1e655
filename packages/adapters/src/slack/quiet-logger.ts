import type { LogLevel, Logger } from "@slack/bolt";

/** A log for Slack's libraries that tells nobody: they write what people say. What goes wrong is thrown, and told by us. */
export function quietLogger(level: LogLevel): Logger {
  const ignore = (): void => undefined;
  return {
    debug: ignore,
    info: ignore,
    warn: ignore,
    error: ignore,
    setLevel: ignore,
    getLevel: () => level,
    setName: ignore,
  };
}
