import { ConfigurationError } from "@keyturn/core";
import { type ExitCode, exitCodes } from "../command-line/exit-codes.ts";
import type { Terminal } from "../command-line/terminal.ts";
import { findBot } from "../running-bot/connection.ts";
import { createLoginLink } from "./login-link.ts";
import type { LoginOptions } from "./login-options.ts";
import { publicAddressOf } from "./public-address.ts";

/**
 * `keyturn login`: prints a URL that lets somebody log in once.
 * @throws ConfigurationError when no bot runs: a code lives in the bot that made it.
 */
export async function login({ label, role, ...options }: LoginOptions, terminal: Terminal): Promise<ExitCode> {
  const { configuration, client, address } = await findBot(options, terminal);
  if (client === undefined || address === undefined) {
    throw new ConfigurationError(`No bot runs with ${configuration.data}. Start it first, or name one with --url.`);
  }
  const url = options.url ?? publicAddressOf(configuration) ?? address;
  terminal.print(await createLoginLink(client, url, { label, role }));
  terminal.printError("Open it in a browser within five minutes. It works once.");
  return exitCodes.done;
}
