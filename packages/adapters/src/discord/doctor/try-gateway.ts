import { SystemClock, silentLogger } from "@keyturn/core";
import { DiscordConnection } from "../connection.ts";
import type { DiscordOptions } from "../discord-options.ts";

/**
 * Logs in once and ends at once, hearing nothing.
 * @returns what the bot has to do without, where that is something.
 * @throws ConfigurationError when the token or the intents are wrong; others may pass.
 */
export async function tryGateway(options: DiscordOptions): Promise<string | undefined> {
  let note: string | undefined;
  const over = new AbortController();
  const connection = new DiscordConnection({
    options,
    clientOptions: {},
    clock: new SystemClock(),
    log: silentLogger,
    over: over.signal,
    listen: () => undefined,
  });
  try {
    await connection.start(({ reason }) => (note = reason));
    connection.announce();
  } finally {
    await connection.stop();
    over.abort();
  }
  return note;
}
