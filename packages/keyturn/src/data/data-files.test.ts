import { chmod, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { prepareDataFolder } from "./prepare-data-folder.ts";
import { readRuntimeFile, removeRuntimeFile, runtimeFileOf, writeRuntimeFile } from "./runtime-file.ts";
import { isTokenOpenToOthers, readOrCreateToken, readToken, tokenFileOf } from "./token-file.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "keyturn-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function modeOf(file: string): Promise<number> {
  return (await stat(file)).mode & 0o777;
}

describe("the data folder", () => {
  it("is made for its owner alone", async () => {
    const made = path.join(folder, "a", "b");
    await prepareDataFolder(made);
    expect(await modeOf(made)).toBe(0o700);
  });

  it("is refused where a file has its name, and the message names it", async () => {
    const file = path.join(folder, "file");
    await writeFile(file, "");
    await expect(prepareDataFolder(file)).rejects.toThrow(`The data folder ${file} is not a folder`);
  });
});

describe("the operator's token", () => {
  it("is made once, for the owner alone, and stays", async () => {
    const made = await readOrCreateToken(folder);
    expect(made.reveal()).toMatch(/^[\w-]{43}$/);
    expect(await modeOf(tokenFileOf(folder))).toBe(0o600);
    expect((await readOrCreateToken(folder)).reveal()).toBe(made.reveal());
    expect(await readdir(folder)).toEqual(["token"]);
  });

  it("is the same for processes that make it at once", async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => readOrCreateToken(folder)));
    expect(new Set(made.map((token) => token.reveal())).size).toBe(1);
  });

  it("is closed to others when it was open", async () => {
    await readOrCreateToken(folder);
    await chmod(tokenFileOf(folder), 0o644);
    expect(await isTokenOpenToOthers(folder)).toBe(true);
    await readOrCreateToken(folder);
    expect(await modeOf(tokenFileOf(folder))).toBe(0o600);
  });

  it("is refused when its file holds something else, and the message does not quote it", async () => {
    await writeFile(tokenFileOf(folder), "short");
    const error: unknown = await readToken(folder).catch((thrown: unknown) => thrown);
    expect(String(error)).toContain(`${tokenFileOf(folder)} holds no token`);
    expect(String(error)).not.toContain("short");
  });

  it("is not there before a first start", async () => {
    expect(await readToken(folder)).toBeUndefined();
  });
});

describe("the file of a running bot", () => {
  const running = { url: "http://127.0.0.1:7420", pid: process.pid, startedAt: "2026-06-15T12:00:00.000Z" };

  it("leads to it, and only its owner may read it", async () => {
    await writeRuntimeFile(folder, running);
    expect(await readRuntimeFile(folder)).toEqual(running);
    expect(await modeOf(runtimeFileOf(folder))).toBe(0o600);
    await removeRuntimeFile(folder);
    expect(await readRuntimeFile(folder)).toBeUndefined();
    expect(await readdir(folder)).toEqual([]);
  });

  it("is left alone by a process that is not it", async () => {
    await writeRuntimeFile(folder, { ...running, pid: process.ppid });
    await removeRuntimeFile(folder);
    expect(await readRuntimeFile(folder)).toMatchObject({ pid: process.ppid });
  });

  it("leads nowhere when its process is gone or it is not whole", async () => {
    await writeRuntimeFile(folder, { ...running, pid: 2 ** 30 });
    expect(await readRuntimeFile(folder)).toBeUndefined();
    await writeFile(runtimeFileOf(folder), '{"url":"http://127');
    expect(await readRuntimeFile(folder)).toBeUndefined();
  });
});
