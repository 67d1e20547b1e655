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
import { StoreSubject } from "../../../packages/testkit/src/contracts/session-store-subject.ts";

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

/** A lowdb store in a folder, as tests drive it. */
export class LowdbSubject extends StoreSubject {
  readonly folder: string;

  private constructor(folder: string, options: Partial<LowdbStorageOptions>, storage: LowdbDocumentStorage) {
    let store = new DocumentSessionStore(storage);
    super({
      store,
      reopen: async () => {
        await store.close();
        store = new DocumentSessionStore(await openStorage(folder, options));
        return store;
      },
      close: () => store.close(),
    });
    this.folder = folder;
  }

  static async open(folder: string, options: Partial<LowdbStorageOptions> = {}): Promise<LowdbSubject> {
    return new LowdbSubject(folder, options, await openStorage(folder, options));
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
export function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
    .toSorted();
}

/** The files in which a text stands. */
export function filesWith(folder: string, text: string): readonly string[] {
  // Opening and closing the locked file here would free the lock: the system counts locks per process, not per opening.
  return filesUnder(folder).filter(
    (file) => !file.startsWith("owner.sqlite") && readFileSync(path.join(folder, file)).includes(text),
  );
}
