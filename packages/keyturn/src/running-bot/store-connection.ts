import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { ConfigurationError, createBot } from "@keyturn/core";
import { FileAccessStore, createGateway } from "@keyturn/gateway";
import { GatewayClient } from "@keyturn/gateway/client";
import type { Terminal } from "../command-line/terminal.ts";
import type { EffectiveConfiguration } from "../configuration/effective-configuration.ts";
import { createLog } from "../log/log.ts";

/** A store that is open, with the same calls as a running bot has. */
export interface StoreConnection {
  readonly client: GatewayClient;
  /** Leaves the store to the next process. */
  close(): Promise<void>;
}

/** Never looked up: the calls stay in this process. */
const url = "http://127.0.0.1";

/**
 * Opens the store of a bot that does not run. The calls take the way of every other call, without a network: the same
 * guard, policy, lock, fence and audit.
 * @throws ConfigurationError when there is no store to open.
 * @throws StoreError when it does not open.
 */
export async function openStore(configuration: EffectiveConfiguration, terminal: Terminal): Promise<StoreConnection> {
  const { store, data, durability } = configuration;
  if (store === "memory") {
    throw new ConfigurationError(`No bot runs with ${data}, and a bot with the memory store leaves nothing behind.`);
  }
  if (!existsSync(data)) {
    throw new ConfigurationError(`There is no data folder ${data}. Start the bot once, or name another with --data.`);
  }
  const log = createLog({
    level: "warn",
    isHuman: true,
    hasColor: false,
    writeLine: (line) => terminal.printError(line),
  });
  const bot = await createBot({ store: { kind: "lowdb", folder: data, durability }, log });
  const token = randomBytes(32).toString("base64url");
  const access = { access: new FileAccessStore(data) };
  const gateway = createGateway({ bot, token, ...access });
  const client = new GatewayClient({
    url,
    token,
    surface: "command-line",
    fetch: (input, init) => gateway.fetch(new Request(input, init)),
  });
  return {
    client,
    async close() {
      await gateway.close();
      await bot.stop();
    },
  };
}
