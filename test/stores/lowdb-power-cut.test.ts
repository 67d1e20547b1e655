import path from "node:path";
import { describe, expect, it } from "vitest";
import type { StorageReport } from "../../packages/core/src/stores/lowdb/storage-report.ts";
import { AcknowledgedHistory } from "./support/acknowledged-history.ts";
import { LowdbSubject, TemporaryFolder } from "./support/lowdb-folder.ts";
import { PowerCutDisk } from "./support/power-cut-disk.ts";
import { WorkerProcess } from "./support/worker-process.ts";

const whyNot = PowerCutDisk.whyNot();
const cuts = 8;

/** A picture of the disk, with what the worker had told before and after it was taken. */
interface Cut {
  readonly image: string;
  readonly before: string;
  readonly meanwhile: string;
}

describe("a power cut", () => {
  const title = whyNot === undefined ? "" : ` (not tried here: ${whyNot})`;
  it.skipIf(whyNot !== undefined)(`loses nothing that was acknowledged${title}`, { timeout: 120_000 }, async () => {
    const root = await TemporaryFolder.make();
    const disk = new PowerCutDisk(root.path);
    try {
      const reports: StorageReport[] = [];
      const differences: string[] = [];
      let acknowledged = 0;
      for (const cut of await cutOften(disk)) {
        const history = new AcknowledgedHistory();
        history.take(cut.before);
        acknowledged += history.acknowledged;
        const folder = path.join(disk.start(cut.image), "data");
        const subject = await LowdbSubject.open(folder, { report: (report) => reports.push(report) });
        differences.push(...(await history.differences(subject.store, cut.meanwhile)));
        await subject.close();
      }
      expect(differences).toEqual([]);
      expect(reports).toEqual([]);
      expect(acknowledged).toBeGreaterThan(cuts * 50);
    } finally {
      disk.remove();
      await root.remove();
    }
  });
});

/** Cuts the power again and again while a worker writes; the worker does not notice. */
async function cutOften(disk: PowerCutDisk): Promise<readonly Cut[]> {
  const worker = new WorkerProcess([path.join(disk.path, "data")], 0);
  const taken: { readonly image: string; readonly before: string }[] = [];
  try {
    for (let cut = 1; cut <= cuts; cut += 1) {
      await worker.hasTold(150 * cut);
      taken.push({ before: worker.toldOf(0), image: disk.cut() });
    }
    // By then it has told everything that it had begun when the last picture was taken.
    await worker.hasTold(150 * (cuts + 1));
  } finally {
    await worker.kill();
  }
  const told = worker.toldOf(0);
  return taken.map(({ image, before }) => ({ image, before, meanwhile: told.slice(before.length) }));
}
