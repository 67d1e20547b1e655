import { ConfigurationError } from "@keyturn/core";
import { type ExitCode, exitCodes } from "../command-line/exit-codes.ts";
import { printable } from "../command-line/printable.ts";
import { pathText } from "../command-line/path-text.ts";
import type { Terminal } from "../command-line/terminal.ts";
import {
  type ConfigurationFlags,
  type LoadedConfiguration,
  loadConfiguration,
} from "../configuration/load-configuration.ts";
import { type RunningBot, readRuntimeFile } from "../data/runtime-file.ts";
import { checkAddress, checkDataFolder, checkModel, checkNode, checkStore, checkToken } from "./checks.ts";
import type { DoctorPart } from "./doctor-parts.ts";
import { discordService } from "./examine-discord.ts";
import { examinationAlone, examinationOf } from "./examine-service.ts";
import { slackService } from "./examine-slack.ts";
import { type Finding, look } from "./finding.ts";

/**
 * `keyturn doctor`: looks at everything that a start needs, or at a part of it, and says of each whether it is well or
 * what to do.
 */
export async function examine(
  part: DoctorPart | undefined,
  flags: ConfigurationFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const findings: Finding[] = part === undefined ? [await look("Node", checkNode)] : [];
  let loaded: LoadedConfiguration | undefined;
  const readConfiguration = await look("Configuration", async () => {
    loaded = await loadConfiguration({ folder: terminal.folder, environment: terminal.environment, flags });
    if (loaded.warnings.length > 0) throw new ConfigurationError(loaded.warnings.join("\n"));
    return loaded.file === undefined
      ? "no file here, so defaults are in force"
      : pathText(loaded.file, terminal.folder);
  });
  findings.push(readConfiguration);
  if (loaded !== undefined) {
    const running = await readRuntimeFile(loaded.values.data);
    findings.push(
      ...(part === undefined
        ? await examineAll(loaded, running, terminal.folder)
        : await examinePart[part](loaded.values, running)),
    );
  }
  for (const finding of findings) print(finding, terminal);
  return findings.every(({ isWell }) => isWell) ? exitCodes.done : exitCodes.failed;
}

/** What each part looks at. */
const examinePart = { discord: examinationAlone(discordService), slack: examinationAlone(slackService) };

async function examineAll(
  { values }: LoadedConfiguration,
  running: RunningBot | undefined,
  folder: string,
): Promise<readonly Finding[]> {
  return [
    await look("Data folder", () => checkDataFolder(values, folder)),
    await look("Store", () => checkStore(values, running)),
    await look("Token", () => checkToken(values, folder)),
    await look("Address", () => checkAddress(values, running)),
    await look("Model", () => checkModel(values)),
    ...(await examinationOf(discordService)(values, running)),
    ...(await examinationOf(slackService)(values, running)),
  ];
}

function print({ isWell, subject, text }: Finding, terminal: Terminal): void {
  // Names of servers are other people's texts.
  const [first = "", ...rest] = printable(text).split("\n");
  terminal.print(`${isWell ? "✓" : "✗"} ${subject}: ${first}`);
  for (const line of rest) terminal.print(`  ${line}`);
}
