import { ConfigurationError } from "@keyturn/core";
import type { App, LogLevel, webApi } from "@slack/bolt";

/** What is used of the package. */
export interface Bolt {
  readonly App: typeof App;
  readonly LogLevel: typeof LogLevel;
  readonly WebClient: typeof webApi.WebClient;
}

/**
 * Loads Bolt, which only whoever uses Slack has to install.
 * @throws ConfigurationError when it is not there.
 */
export async function loadBolt(): Promise<Bolt> {
  try {
    const bolt = await import("@slack/bolt");
    return { App: bolt.App, LogLevel: bolt.LogLevel, WebClient: bolt.webApi.WebClient };
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
    throw new ConfigurationError(
      "Slack is on, but @slack/bolt is not installed. Install it beside keyturn: npm install @slack/bolt@5.",
      cause,
    );
  }
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    error.code === "ERR_MODULE_NOT_FOUND" &&
    error.message.includes("@slack/bolt")
  );
}
