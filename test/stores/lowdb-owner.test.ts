import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TemporaryFolder, openStorage } from "./support/lowdb-folder.ts";

const holder = fileURLToPath(new URL("./support/folder-holder.ts", import.meta.url));

describe("the data folder", () => {
  let temporary: TemporaryFolder;
  const children: ChildProcess[] = [];

  beforeEach(async () => {
    temporary = await TemporaryFolder.make();
  });

  afterEach(async () => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
    await temporary.remove();
  });

  /** A process that has the folder. */
  async function startHolder(): Promise<ChildProcess> {
    const child = spawn(process.execPath, [...process.execArgv, holder, temporary.path], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    children.push(child);
    await once(child.stdout ?? child, "data");
    return child;
  }

  it("is refused while another process has it, with that process's id and start, and is untouched", async () => {
    const child = await startHolder();
    const started = readFileSync(path.join(temporary.path, "owner.json"), "utf8");
    await expect(openStorage(temporary.path)).rejects.toMatchObject({
      code: "STORE_IN_USE",
      message: expect.stringMatching(
        new RegExp(`^The data folder is in use: process ${child.pid}, started at 20..-..-..T.*Z, has it\\.`),
      ),
    });
    expect(readFileSync(path.join(temporary.path, "owner.json"), "utf8")).toBe(started);
  });

  it("is refused while the process that has it is paused", async () => {
    const child = await startHolder();
    child.kill("SIGSTOP");
    await expect(openStorage(temporary.path)).rejects.toMatchObject({ code: "STORE_IN_USE" });
  });

  it("is free as soon as the process that had it was killed", async () => {
    const child = await startHolder();
    child.kill("SIGKILL");
    await once(child, "exit");
    const storage = await openStorage(temporary.path);
    await storage.close();
  });

  it("is refused within one process, too, and still held after the refusal", async () => {
    const storage = await openStorage(temporary.path);
    for (const _ of [1, 2]) {
      await expect(openStorage(temporary.path)).rejects.toMatchObject({
        code: "STORE_IN_USE",
        message: expect.stringContaining(`process ${process.pid},`),
      });
    }
    await storage.close();
    await (await openStorage(temporary.path)).close();
  });

  it("stays closed to other processes after this one was refused what it has already", async () => {
    const storage = await openStorage(temporary.path);
    await expect(openStorage(temporary.path)).rejects.toMatchObject({ code: "STORE_IN_USE" });
    const child = spawn(process.execPath, [...process.execArgv, holder, temporary.path], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    children.push(child);
    expect(await once(child, "exit")).toEqual([1, null]);
    await storage.close();
  });

  it("names no process when nobody knows which", async () => {
    const storage = await openStorage(temporary.path);
    writeFileSync(path.join(temporary.path, "owner.json"), "torn");
    await expect(openStorage(temporary.path)).rejects.toThrow("The data folder is in use: another process has it.");
    await storage.close();
  });

  it("is free after a failed start", async () => {
    writeFileSync(
      path.join(temporary.path, "epoch.json"),
      `{"format":"keyturn/9","sha256":"${"0".repeat(64)}","data":{}}\n`,
    );
    await expect(openStorage(temporary.path)).rejects.toMatchObject({ code: "STORE_DAMAGED" });
    writeFileSync(path.join(temporary.path, "epoch.json"), "");
    await (await openStorage(temporary.path)).close();
  });

  it("says what to do about a lock file that is something else", async () => {
    writeFileSync(path.join(temporary.path, "owner.sqlite"), "not a database ".repeat(100));
    await expect(openStorage(temporary.path)).rejects.toMatchObject({
      code: "STORE_DAMAGED",
      message: expect.stringContaining("remove it while no process uses the folder"),
    });
  });

  it("is made where it is missing, for its owner alone", async () => {
    const folder = path.join(temporary.path, "a", "b");
    const storage = await openStorage(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(folder, "sessions")).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(folder, "owner.sqlite")).mode & 0o777).toBe(0o600);
    await storage.close();
  });

  it("is opened without a warning about SQLite", async () => {
    const child = spawn(process.execPath, [...process.execArgv, holder, temporary.path], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    children.push(child);
    let errors = "";
    child.stderr?.on("data", (data) => (errors += String(data)));
    await once(child.stdout ?? child, "data");
    child.kill("SIGKILL");
    await once(child, "close");
    expect(errors).toBe("");
  });

  it.each([
    ["", {}, /^The option folder is empty/],
    ["data", { cacheSize: 0 }, /^The option cacheSize is 0; it must be a whole number of 1 or more\.$/],
    ["data", { cacheSize: 1.5 }, /^The option cacheSize is 1\.5/],
  ])("is not opened with the folder %j and the options %j", async (folder, options, message) => {
    await expect(openStorage(folder, options)).rejects.toMatchObject({
      name: "ConfigurationError",
      message: expect.stringMatching(message),
    });
  });
});
