import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { Secret } from "../configuration/secret.ts";
import { encryptionKeyFileOf, readOrCreateEncryptionKey } from "./encryption-key-file.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "keyturn-key-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const given = new Secret("a-key-of-somebodys-own-that-is-long-enough");

describe(`${promises("slack-installations")}the encryption key of a data folder`, () => {
  it("is made once, for the bot's user alone, and the same from then on", async () => {
    const [one, other] = await Promise.all([
      readOrCreateEncryptionKey(folder, undefined),
      readOrCreateEncryptionKey(folder, undefined),
    ]);
    expect(one.reveal()).toMatch(/^[\w-]{43}$/);
    expect(other.reveal()).toBe(one.reveal());
    expect((await readOrCreateEncryptionKey(folder, undefined)).reveal()).toBe(one.reveal());
    expect((await stat(encryptionKeyFileOf(folder))).mode & 0o777).toBe(0o600);
  });

  it("is closed to others again when somebody opened it", async () => {
    await readOrCreateEncryptionKey(folder, undefined);
    await chmod(encryptionKeyFileOf(folder), 0o644);
    await readOrCreateEncryptionKey(folder, undefined);
    expect((await stat(encryptionKeyFileOf(folder))).mode & 0o777).toBe(0o600);
  });

  it("is not made where one was given, and an older one beside it where there is one", async () => {
    expect((await readOrCreateEncryptionKey(folder, given)).reveal()).toBe(given.reveal());
    await expect(stat(encryptionKeyFileOf(folder))).rejects.toThrow("ENOENT");
    const made = await readOrCreateEncryptionKey(folder, undefined);
    expect((await readOrCreateEncryptionKey(folder, given)).reveal()).toBe(`${given.reveal()},${made.reveal()}`);
  });

  it.each(["", "short", "with a blank in the midst of it, and long enough"])(
    "is never replaced where the file holds none: %j",
    async (text) => {
      await writeFile(encryptionKeyFileOf(folder), text);
      await expect(readOrCreateEncryptionKey(folder, undefined)).rejects.toThrow(/holds no encryption key.*Put back/);
      expect(await readFile(encryptionKeyFileOf(folder), "utf8")).toBe(text);
    },
  );
});
