import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { StorageReport } from "../../packages/core/src/stores/lowdb/storage-report.ts";
import { AcknowledgedHistory } from "./support/acknowledged-history.ts";
import { LowdbSubject, TemporaryFolder } from "./support/lowdb-folder.ts";
import { WorkerProcess } from "./support/worker-process.ts";

/** Each kill interrupts the stores of as many folders. */
const foldersOfOne = 4;
const killsInARow = 25;
const rows = 2;

describe("kill -9", () => {
  let root: TemporaryFolder;

  beforeEach(async () => {
    root = await TemporaryFolder.make();
  });

  afterEach(() => root.remove());

  const interruptions = rows * killsInARow * foldersOfOne;
  it(
    `in the middle of writes, in ${interruptions} stores, loses nothing that was acknowledged`,
    { timeout: 120_000 },
    async () => {
      const inRows = Array.from({ length: rows }, (_, row) => killOften(path.join(root.path, String(row))));
      const folders = (await Promise.all(inRows)).flat();
      expect(folders.flatMap(({ differences }) => differences)).toEqual([]);
      expect(folders.flatMap(({ reports }) => reports)).toEqual([]);
      expect(folders.flatMap(({ leftOver }) => leftOver)).toEqual([]);
      const acknowledged = folders.reduce((sum, { history }) => sum + history.acknowledged, 0);
      expect(acknowledged).toBeGreaterThan(interruptions * 10);
    },
  );
});

/** A folder that workers are killed in, and what was found in it after each. */
class KilledFolder {
  readonly path: string;
  readonly history = new AcknowledgedHistory();
  readonly differences: string[] = [];
  readonly reports: StorageReport[] = [];
  readonly leftOver: string[] = [];

  constructor(folder: string) {
    this.path = folder;
  }

  async look(told: string): Promise<void> {
    this.history.take(told);
    const subject = await LowdbSubject.open(this.path, { report: (report) => this.reports.push(report) });
    this.differences.push(...(await this.history.differences(subject.store)));
    this.leftOver.push(...subject.files().filter((file) => file.endsWith(".tmp") || file.startsWith("trash/")));
    await subject.close();
  }
}

async function killOften(root: string): Promise<readonly KilledFolder[]> {
  const folders = Array.from(
    { length: foldersOfOne },
    (_, number) => new KilledFolder(path.join(root, String(number))),
  );
  for (let run = 0; run < killsInARow; run += 1) {
    const worker = new WorkerProcess(
      folders.map((folder) => folder.path),
      run,
    );
    // A different moment each time, after the first steps.
    await worker.hasTold(60 + ((run * 37) % 120));
    await worker.kill();
    for (const [number, folder] of folders.entries()) await folder.look(worker.toldOf(number));
  }
  return folders;
}
