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
    throw new ConfigurationError("The Slack adapter needs @slack/bolt. Install it: npm install @slack/bolt", cause);
  }
}
