import type { GatewayClient } from "@keyturn/gateway/client";
import type { ConnectionOptions } from "../command-line/shared-options.ts";
import type { Terminal } from "../command-line/terminal.ts";
import { findBot } from "../running-bot/connection.ts";

/** Works on the sessions of a bot: through the bot that runs, else on its store, which is then opened for that long. */
export async function withSessions<Result>(
  options: ConnectionOptions,
  terminal: Terminal,
  work: (client: GatewayClient) => Promise<Result>,
): Promise<Result> {
  const { configuration, client } = await findBot(options, terminal);
  if (client !== undefined) return work(client);
  // Loaded when used: asking a running bot needs no store.
  const { openStore } = await import("../running-bot/store-connection.ts");
  const opened = await openStore(configuration, terminal);
  try {
    return await work(opened.client);
  } finally {
    await opened.close();
  }
}
