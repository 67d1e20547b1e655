import path from "node:path";
import { StoreError, describeError } from "@keyturn/core";
import { type ConfigurationLayer, checkLayer } from "../configuration/check-layer.ts";
import { readFileIfThere, replacePrivateFile } from "./private-file.ts";

const settingsFileName = "settings.json";

/** What was changed while the bot ran, as JSON and as it was checked. */
export interface KeptSettings {
  readonly values: object;
  readonly layer: ConfigurationLayer;
}

/**
 * Reads what was changed while a bot ran.
 * @throws ConfigurationError when the file holds what is not allowed; the message names it.
 * @throws StoreError when it cannot be read, or is damaged.
 */
export async function readSettingsFile(folder: string): Promise<KeptSettings | undefined> {
  const file = path.join(folder, settingsFileName);
  const text = await readFileIfThere(file).catch((cause: unknown) => {
    // A data folder that is no folder holds nothing; whoever opens it says what is wrong with it.
    if (codeOf(cause) === "ENOTDIR") return undefined;
    throw new StoreError("STORE_UNAVAILABLE", `${file} cannot be read: ${describeError(cause)}`, cause);
  });
  if (text === undefined) return undefined;
  const values = parse(text, file);
  const layer = checkLayer({ values, name: file, nameOf: (setting) => `${file}: ${setting}` });
  return { values, layer };
}

/**
 * Puts settings in the file's place, for its owner alone: a key may be among them. It is written out when it resolves.
 * @throws StoreError when they cannot be written; what was there before is still there.
 */
export async function writeSettingsFile(folder: string, values: object): Promise<void> {
  const file = path.join(folder, settingsFileName);
  try {
    await replacePrivateFile(file, `${JSON.stringify(values, undefined, 2)}\n`);
  } catch (cause) {
    const code = codeOf(cause);
    const kind = code === "ENOSPC" || code === "EDQUOT" ? "STORE_FULL" : "STORE_UNAVAILABLE";
    throw new StoreError(kind, `${file} cannot be written: ${describeError(cause)}`, cause);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function parse(text: string, file: string): object {
  try {
    const values: unknown = JSON.parse(text);
    if (typeof values === "object" && values !== null && !Array.isArray(values)) return values;
  } catch {
    // Said below: the parser's own words may quote a key.
  }
  const mend = "Move it away to go without what was changed while the bot ran.";
  throw new StoreError("STORE_DAMAGED", `${file} is damaged. ${mend}`);
}
