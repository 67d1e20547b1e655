import type { SessionId } from "@keyturn/core";
import type { DocumentStorage, DocumentWrite } from "../../../packages/core/src/stores/document/document-storage.ts";
import type { RetiredDocument, SessionDocument } from "../../../packages/core/src/stores/document/session-document.ts";
import { MemoryDocumentStorage } from "../../../packages/core/src/stores/memory/memory-document-storage.ts";
import { release } from "../../../packages/core/src/stores/document/turn-transitions.ts";

/** Lets the test decide when a step happens. */
export type Step = (label: string) => Promise<void>;

/** Is told of what became durable, when it does. */
export interface DiskWatch {
  /** A document was written. */
  write(document: SessionDocument): void;
  /** A reset or delete took an epoch away. */
  remove(id: SessionId, epoch: number): void;
  /** What was taken away under an epoch is back, as this document. */
  restore(oldEpoch: number, document: SessionDocument): void;
}

/**
 * A disk that outlives processes: every process sees it through a storage of its own, whose writes take effect, and
 * answer, at moments that the test chooses. A process that crashed writes nothing more, and none of its calls answers.
 */
export class SimulatedDisk {
  readonly contents = new MemoryDocumentStorage();
  readonly #watch: DiskWatch;

  /** @param watch is told of what became durable. */
  constructor(watch: DiskWatch) {
    this.#watch = watch;
  }

  /** What a new process sees: turns of processes that are gone are given back, as the lowdb store does when it opens. */
  mount(step: Step): CrashingStorage {
    for (const { sessionId } of this.contents.unfinished()) {
      const document = this.contents.load(sessionId);
      if (document?.turn === undefined) continue;
      const keyText = `${document.key.adapter}/${document.key.account}/${document.key.place}`;
      const released = release(document, { at: document.updatedAt, isAttemptCounted: true });
      this.contents.write({ document: released, keyText, previous: document, segments: [], marks: [] });
    }
    return new CrashingStorage(this.contents, step, this.#watch);
  }
}

/** One process's way to the disk. */
export class CrashingStorage implements DocumentStorage {
  readonly #disk: MemoryDocumentStorage;
  readonly #step: Step;
  readonly #watch: DiskWatch;
  #isCrashed = false;

  constructor(disk: MemoryDocumentStorage, step: Step, watch: DiskWatch) {
    this.#disk = disk;
    this.#step = step;
    this.#watch = watch;
  }

  crash(): void {
    this.#isCrashed = true;
  }

  get isCrashed(): boolean {
    return this.#isCrashed;
  }

  nextEpoch = (): number => this.#disk.nextEpoch();
  find: DocumentStorage["find"] = (keyText) => this.#disk.find(keyText);
  load: DocumentStorage["load"] = (id) => this.#read(() => this.#disk.load(id));
  loadRetired: DocumentStorage["loadRetired"] = (id) => this.#read(() => this.#disk.loadRetired(id));
  write = (write: DocumentWrite): Promise<void> =>
    this.#write(() => {
      this.#tell(write.document, write.previous ?? this.#disk.loadRetired(write.document.id));
      this.#disk.write(write);
    });
  retire: DocumentStorage["retire"] = (retired, keyText, marks) =>
    this.#write(() => {
      const removed = this.#disk.load(retired.id);
      if (removed !== undefined) this.#watch.remove(removed.id, removed.epoch);
      this.#disk.retire(retired, keyText, marks);
    });
  writeRetired: DocumentStorage["writeRetired"] = (retired, beside) =>
    this.#write(() => this.#disk.writeRetired(retired, beside));
  readSealed: DocumentStorage["readSealed"] = (document, start, end) => this.#disk.readSealed(document, start, end);
  readAttachment: DocumentStorage["readAttachment"] = (place, messageId, index) =>
    this.#disk.readAttachment(place, messageId, index);
  summary: DocumentStorage["summary"] = (id) => this.#disk.summary(id);
  summaries: DocumentStorage["summaries"] = () => this.#disk.summaries();
  unfinished: DocumentStorage["unfinished"] = () => this.#disk.unfinished();
  undoable: DocumentStorage["undoable"] = () => this.#disk.undoable();
  findMark: DocumentStorage["findMark"] = (key) => this.#disk.findMark(key);
  remember: DocumentStorage["remember"] = (marks) => this.#write(() => this.#disk.remember(marks));
  forget: DocumentStorage["forget"] = (before) => this.#disk.forget(before);
  probe: DocumentStorage["probe"] = () => this.#disk.probe();
  close: DocumentStorage["close"] = () => Promise.resolve();

  #tell(document: SessionDocument, previous: SessionDocument | RetiredDocument | undefined): void {
    if (previous !== undefined && previous.epoch !== document.epoch) {
      // A restore raises the epoch. A late save that puts an old document back, as the naive store does, is none.
      const isRaised = document.epoch > previous.epoch;
      const undone = isRaised && document.undo === undefined ? previous.undo : undefined;
      if (undone === undefined) this.#watch.remove(document.id, previous.epoch);
      else this.#watch.restore(undone.document.epoch, document);
    }
    this.#watch.write(document);
  }

  async #read<Result>(read: () => Result): Promise<Result> {
    await this.#step("read");
    if (this.#isCrashed) return never();
    return read();
  }

  /** Two steps: before the write is durable, and between that and its answer. */
  async #write(write: () => void): Promise<void> {
    await this.#step("write");
    if (this.#isCrashed) return never();
    write();
    await this.#step("written");
    if (this.#isCrashed) return never();
  }
}

function never<Result>(): Promise<Result> {
  return new Promise(() => undefined);
}
