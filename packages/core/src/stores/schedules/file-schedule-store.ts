import { StoreError } from "../../errors.ts";
import { type ScheduleId, isScheduleId } from "../../identifiers.ts";
import type { ScheduleStore } from "../../schedules/schedule-store.ts";
import type { Schedule } from "../../schedules/schedule.ts";
import type { DataFolder } from "../lowdb/data-folder.ts";
import { seal, unseal } from "../lowdb/envelope.ts";
import { isTemporary, layout } from "../lowdb/folder-layout.ts";

/**
 * Schedules in the data folder, each in a file of its own, `schedules/<id>.json`: a run writes one small file, however
 * many and however long the others are.
 */
export class FileScheduleStore implements ScheduleStore {
  readonly #folder: DataFolder;

  private constructor(folder: DataFolder) {
    this.#folder = folder;
  }

  /**
   * Makes the folder where it is missing, and removes what a crash left half written.
   * @throws StoreError
   */
  static async open(folder: DataFolder): Promise<FileScheduleStore> {
    await folder.ensureFolder(layout.schedules);
    for (const name of folder.listNow(layout.schedules)) {
      if (isTemporary(name)) await folder.remove(`${layout.schedules}/${name}`);
    }
    return new FileScheduleStore(folder);
  }

  async read(): Promise<readonly Schedule[]> {
    const schedules: Schedule[] = [];
    for (const name of this.#folder.listNow(layout.schedules)) {
      const id = name.slice(0, -".json".length);
      if (name.endsWith(".json") && isScheduleId(id)) schedules.push(await this.#readOne(id));
    }
    return schedules;
  }

  async write(schedule: Schedule): Promise<void> {
    await this.#folder.replace(fileOf(schedule.id), seal(schedule));
  }

  async remove(id: ScheduleId): Promise<void> {
    await this.#folder.remove(fileOf(id));
    await this.#folder.syncFolder(layout.schedules);
  }

  async #readOne(id: ScheduleId): Promise<Schedule> {
    const file = fileOf(id);
    const opened = unseal((await this.#folder.read(file)) ?? "");
    if (opened.kind === "value" && isSchedule(opened.value, id)) return opened.value;
    if (opened.kind === "other-version") {
      const remedy = "Nothing was changed. Start the version of Keyturn that wrote it.";
      const message = `Could not read ${file}: it is of format ${opened.version}, which this version of Keyturn does not know. ${remedy}`;
      throw new StoreError("STORE_DAMAGED", message);
    }
    const reason = opened.kind === "unreadable" ? opened.reason : "it holds something else";
    // Not moved aside by itself: a reminder that never comes again is missed by nobody until it is too late.
    const remedy = "Bring it back from a backup, or move it away to begin without this schedule.";
    throw new StoreError("STORE_DAMAGED", `Could not read ${this.#folder.pathOf(file)}: ${reason}. ${remedy}`);
  }
}

function fileOf(id: ScheduleId): string {
  return `${layout.schedules}/${id}.json`;
}

/** The checksum has shown that it is as it was written; this shows that it is one. */
function isSchedule(value: unknown, id: ScheduleId): value is Schedule {
  return typeof value === "object" && value !== null && "id" in value && value.id === id && "cron" in value;
}
