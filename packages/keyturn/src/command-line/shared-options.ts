import type { Command } from "commander";
import type { ConfigurationFlags } from "../configuration/load-configuration.ts";

/** Options of every command that needs the configuration. */
export type PlaceOptions = Pick<ConfigurationFlags, "config" | "data">;

/** Adds the options that say where a bot keeps its things. */
export function addPlaceOptions(command: Command): Command {
  return command
    .option("-c, --config <file>", "configuration file (default: keyturn.config.ts, .mjs, .js or .json here)")
    .option("-d, --data <folder>", "data folder (default: ./.keyturn)");
}

/** How a running bot is reached. */
export interface ConnectionOptions extends PlaceOptions {
  readonly url?: string | undefined;
  readonly token?: string | undefined;
}

/** Adds the options of every command that talks with a running bot. */
export function addConnectionOptions(command: Command): Command {
  return addPlaceOptions(command)
    .option("--url <address>", "address of the bot (default: the one that runs with the data folder)")
    .option(
      "--token <token>",
      "operator's token (default: KEYTURN_TOKEN, else the data folder's; others on this machine may see options)",
    );
}
