import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { ConfigurationError, describeError } from "@keyturn/core";
import { type ConfigurationLayer, checkLayer } from "./check-layer.ts";

/** The names that are looked for, in this order. */
const configurationFileNames: readonly string[] = [
  "keyturn.config.ts",
  "keyturn.config.mjs",
  "keyturn.config.js",
  "keyturn.config.json",
];

/** A configuration file that was read and checked. */
export interface ConfigurationFile {
  /** Its absolute path. */
  readonly file: string;
  readonly layer: ConfigurationLayer;
}

/**
 * Finds the configuration file of a folder.
 * @param named a file that somebody asked for; it then has to be there.
 * @returns its absolute path; undefined when the folder has none.
 * @throws ConfigurationError when the named file is not there.
 */
export function findConfigurationFile(folder: string, named: string | undefined): string | undefined {
  if (named === undefined) {
    return configurationFileNames.map((name) => path.join(folder, name)).find((file) => existsSync(file));
  }
  const file = path.resolve(folder, named);
  if (existsSync(file)) return file;
  throw new ConfigurationError(`There is no configuration file ${file}. Leave --config out to go without one.`);
}

/**
 * Reads and checks a configuration file. The file is code and runs; nothing else is read with it: no remote layers, no
 * `.env`, no settings from the home folder or package.json, no parts for one NODE_ENV only.
 * @throws ConfigurationError when it cannot be read or holds what is not allowed; the message names the file.
 */
export async function readConfigurationFile(file: string): Promise<ConfigurationFile> {
  const shown = path.basename(file);
  const values = file.endsWith(".json") ? await readJson(file, shown) : await importConfiguration(file, shown);
  const layer = checkLayer({ values, name: shown, nameOf: (setting) => `${shown}: ${setting}` });
  return { file, layer };
}

async function readJson(file: string, shown: string): Promise<unknown> {
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    throw new ConfigurationError(`${shown} could not be read: ${describeError(cause)}`, cause);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    // The parser's own words may quote the file around the fault, and so a key.
    const place = / in JSON at position \d+( \(line \d+ column \d+\))?/.exec(describeError(error))?.[1] ?? "";
    throw new ConfigurationError(`${shown} is not valid JSON${place}. Mend it, or write it as keyturn.config.ts.`);
  }
}

async function importConfiguration(file: string, shown: string): Promise<unknown> {
  // Loaded when there is a file to read: a start without one is faster by this.
  const { loadConfig } = await import("c12");
  try {
    const { config } = await loadConfig<Record<string, unknown>>({
      name: "keyturn",
      cwd: path.dirname(file),
      configFile: file,
      configFileRequired: true,
      extend: false,
      giget: false,
      rcFile: false,
      globalRc: false,
      packageJson: false,
      dotenv: false,
      envName: false,
      // One source: what the file exports, as it is, and not a copy.
      merger: (...sources) => sources.find((source) => source !== undefined && source !== null) ?? {},
      // Node strips the types itself, so that a plugin shares its modules with the bot; what it cannot strip is compiled.
      jitiOptions: { tryNative: true, fsCache: false },
    });
    return config;
  } catch (cause) {
    throw new ConfigurationError(`${shown} could not be read: ${describeError(cause)}`, cause);
  }
}
