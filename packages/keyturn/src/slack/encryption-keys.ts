import { randomBytes } from "node:crypto";
import type { EffectiveConfiguration } from "../configuration/effective-configuration.ts";
import { readOrCreateEncryptionKey } from "../data/encryption-key-file.ts";

/**
 * What the tokens of workspaces are encrypted with, the newest key first. With the memory store, where nothing is to be left
 * behind, a key that nobody gave ends with the process.
 * @throws ConfigurationError when the data folder's own is damaged.
 */
export async function encryptionKeysOf({
  data,
  store,
  encryptionKey,
}: EffectiveConfiguration): Promise<[string, ...string[]]> {
  const text =
    store === "memory"
      ? (encryptionKey?.reveal() ?? randomBytes(32).toString("base64url"))
      : (await readOrCreateEncryptionKey(data, encryptionKey)).reveal();
  const [newest = "", ...older] = text.split(",");
  return [newest, ...older];
}
