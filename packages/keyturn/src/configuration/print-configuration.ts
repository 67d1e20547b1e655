import { createBot } from "@keyturn/core";
import { type ExitCode, exitCodes } from "../command-line/exit-codes.ts";
import { pathText } from "../command-line/path-text.ts";
import { printableLine } from "../command-line/printable.ts";
import { formatTable } from "../command-line/table.ts";
import type { Terminal } from "../command-line/terminal.ts";
import type { ConfigOptions } from "./config-options.ts";
import { formatSetting, reportConfiguration } from "./configuration-report.ts";
import { loadConfiguration } from "./load-configuration.ts";

const columns = [{ title: "SETTING" }, { title: "VALUE", isFlexible: true }, { title: "FROM" }] as const;

/** `keyturn config`: prints the settings in force. Secrets are said to be set, never shown. */
export async function printConfiguration({ json, ...flags }: ConfigOptions, terminal: Terminal): Promise<ExitCode> {
  const { folder, environment } = terminal;
  const loaded = await loadConfiguration({ folder, environment, flags });
  const report = reportConfiguration(loaded, await coreDefaults());
  if (json === true) {
    terminal.print(JSON.stringify({ file: loaded.file ?? null, settings: report }, undefined, 2));
    return exitCodes.done;
  }
  const rows = report.map((setting) => [setting.setting, printableLine(formatSetting(setting)), setting.source]);
  for (const line of formatTable(columns, rows, terminal.columns)) terminal.print(line);
  for (const warning of loaded.warnings) terminal.printError(`keyturn: ${warning}`);
  const file = loaded.file === undefined ? "none found" : pathText(loaded.file, folder);
  terminal.print(`\nConfiguration file: ${file}`);
  return exitCodes.done;
}

/** What the core takes where nothing is set: it is asked, so that it cannot differ from what is printed. */
async function coreDefaults(): Promise<object> {
  const bot = await createBot();
  const { options } = bot;
  await bot.stop();
  return options;
}
