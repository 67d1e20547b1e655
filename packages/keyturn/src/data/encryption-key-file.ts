import { randomBytes } from "node:crypto";
import { chmod, stat } from "node:fs/promises";
import path from "node:path";
import { ConfigurationError } from "@keyturn/core";
import { encryptionKeyDescription, encryptionKeyForm } from "../configuration/encryption-key-form.ts";
import { Secret } from "../configuration/secret.ts";
import { createPrivateFile, readFileIfThere } from "./private-file.ts";

/** Where the encryption key lies in a data folder that was given none. */
export function encryptionKeyFileOf(folder: string): string {
  return path.join(folder, "encryption-key");
}

/**
 * What is encrypted with in a data folder, as the setting is written: the newest key, then older ones.
 * @param given the setting; what lies in the folder is an older one beside it, so that a key can be taken out of the folder.
 * @throws ConfigurationError when the file holds no key.
 */
export async function readOrCreateEncryptionKey(folder: string, given: Secret | undefined): Promise<Secret> {
  const kept = await readEncryptionKey(folder);
  if (given !== undefined) return kept === undefined ? given : new Secret(`${given.reveal()},${kept.reveal()}`);
  return kept ?? createEncryptionKey(folder);
}

async function readEncryptionKey(folder: string): Promise<Secret | undefined> {
  const file = encryptionKeyFileOf(folder);
  const text = (await readFileIfThere(file))?.trim();
  if (text === undefined) return undefined;
  if (!encryptionKeyForm.test(text)) {
    throw new ConfigurationError(
      `${file} holds no encryption key: expected are ${encryptionKeyDescription}, on one line. Put back what was there: ` +
        "what was encrypted with it cannot be read otherwise. Where it is lost, remove the file, and let the Slack " +
        "workspaces install the app again.",
    );
  }
  if (process.platform !== "win32" && ((await stat(file)).mode & 0o077) !== 0) await chmod(file, 0o600);
  return new Secret(text);
}

async function createEncryptionKey(folder: string): Promise<Secret> {
  const value = randomBytes(32).toString("base64url");
  if (await createPrivateFile(encryptionKeyFileOf(folder), `${value}\n`)) return new Secret(value);
  // Another process was faster; its key is the one.
  return (await readEncryptionKey(folder)) ?? new Secret(value);
}
