import { randomBytes } from "node:crypto";
import { chmod, stat } from "node:fs/promises";
import path from "node:path";
import { ConfigurationError } from "@keyturn/core";
import { Secret } from "../configuration/secret.ts";
import { tokenDescription, tokenForm } from "../configuration/token-form.ts";
import { createPrivateFile, readFileIfThere } from "./private-file.ts";

/** Where the operator's token lies in a data folder. */
export function tokenFileOf(folder: string): string {
  return path.join(folder, "token");
}

/**
 * The operator's token of a data folder; undefined when it has none yet.
 * @throws ConfigurationError when the file holds no token.
 */
export async function readToken(folder: string): Promise<Secret | undefined> {
  const file = tokenFileOf(folder);
  const text = (await readFileIfThere(file))?.trim();
  if (text === undefined) return undefined;
  if (tokenForm.test(text)) return new Secret(text);
  throw new ConfigurationError(
    `${file} holds no token: expected are ${tokenDescription}, on one line. ` +
      "Remove the file, and the next start makes a new token.",
  );
}

/**
 * The operator's token of a data folder that has one.
 * @throws ConfigurationError when the file is gone or holds no token.
 */
export async function readRequiredToken(folder: string): Promise<Secret> {
  const token = await readToken(folder);
  if (token !== undefined) return token;
  throw new ConfigurationError(`${tokenFileOf(folder)} is gone. Start the bot anew to make one, or put one there.`);
}

/** The operator's token of a data folder, made when it has none; its file is for the bot's user alone. */
export async function readOrCreateToken(folder: string): Promise<Secret> {
  const file = tokenFileOf(folder);
  const existing = await readToken(folder);
  if (existing !== undefined) {
    await closeToOthers(file);
    return existing;
  }
  const value = randomBytes(32).toString("base64url");
  if (await createPrivateFile(file, `${value}\n`)) return new Secret(value);
  // Another process was faster; its token is the one.
  return (await readToken(folder)) ?? new Secret(value);
}

/** Whether others than its owner may read the token; undefined where there is no token or no such thing as a mode. */
export async function isTokenOpenToOthers(folder: string): Promise<boolean | undefined> {
  if (process.platform === "win32") return undefined;
  const found = await stat(tokenFileOf(folder)).catch(() => undefined);
  return found === undefined ? undefined : (found.mode & 0o077) !== 0;
}

async function closeToOthers(file: string): Promise<void> {
  if ((await isTokenOpenToOthers(path.dirname(file))) === true) await chmod(file, 0o600);
}
