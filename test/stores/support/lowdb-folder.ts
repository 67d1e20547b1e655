import { readFileSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ManualClock } from "@keyturn/testkit";
import { DocumentSessionStore } from "../../../packages/core/src/stores/document/document-session-store.ts";
import type { LowdbDocumentStorage } from "../../../packages/core/src/stores/lowdb/lowdb-document-storage.ts";
import {
  type LowdbStorageOptions,
  openLowdbStorage,
} from "../../../packages/core/src/stores/lowdb/open-lowdb-storage.ts";
import { StoreConversation } from "../../../packages/testkit/src/contracts/session-store-conversation.ts";
import { type OpenedStore, StoreSubject } from "../../../packages/testkit/src/contracts/session-store-subject.ts";

/** A folder of a test's own. */
export class TemporaryFolder {
  readonly path: string;

  private constructor(folder: string) {
    this.path = folder;
  }

  static async make(): Promise<TemporaryFolder> {
    return new TemporaryFolder(await mkdtemp(path.join(tmpdir(), "keyturn-")));
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}

/** Opens a data folder on a clock that stands still, so that nothing is written that the test did not ask for. */
export function openStorage(folder: string, options: Partial<LowdbStorageOptions> = {}): Promise<LowdbDocumentStorage> {
  return openLowdbStorage({ folder, clock: new ManualClock(), ...options });
}

/** How a test opens its store. */
export interface LowdbSubjectOptions extends Omit<Partial<LowdbStorageOptions>, "folder" | "clock"> {
  readonly clock?: ManualClock;
}

/** A lowdb store in a folder, as tests drive it. */
export class LowdbSubject extends StoreSubject {
  readonly folder: string;
  readonly clock: ManualClock;

  private constructor(opened: OpenedStore, folder: string, clock: ManualClock) {
    super(opened);
    this.folder = folder;
    this.clock = clock;
  }

  static async open(folder: string, options: LowdbSubjectOptions = {}): Promise<LowdbSubject> {
    const clock = options.clock ?? new ManualClock();
    const open = async () => new DocumentSessionStore(await openStorage(folder, { ...options, clock }));
    let store = await open();
    const reopen = async () => {
      await store.close();
      store = await open();
      return store;
    };
    return new LowdbSubject({ store, reopen, close: () => store.close() }, folder, clock);
  }

  conversation(place: string = "place"): StoreConversation {
    return new StoreConversation(this, place);
  }

  /** Every file in the folder, relative to it. */
  files(): readonly string[] {
    return filesUnder(this.folder);
  }

  /** The files in which the text stands. */
  filesWith(text: string): readonly string[] {
    return filesWith(this.folder, text);
  }
}

/** Every file in a folder, relative to it, with `/`. */
function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
    .toSorted();
}

/** The files in which a text stands. */
function filesWith(folder: string, text: string): readonly string[] {
  // Opening and closing the locked file here would free the lock: the system counts locks per process, not per opening.
  return filesUnder(folder).filter(
    (file) => !file.startsWith("owner.sqlite") && readFileSync(path.join(folder, file)).includes(text),
  );
}
