import type { AcceptedMark } from "../../sessions/inbox.ts";
import type { DataFolder } from "./data-folder.ts";
import { endOfMarksFile, layout, marksFile } from "./folder-layout.ts";

/**
 * The marks that no session's document holds any more: of sessions that have had many messages since, of deleted ones, and
 * of messages that were handled without a session. One file per hour, so that forgetting is removing a file.
 */
export class MarkJournal {
  readonly #folder: DataFolder;
  readonly #marks = new Map<string, AcceptedMark>();
  readonly #files = new Set<string>();
  /** Changes come one after the other: a part of one append must not end up inside another. */
  #last: Promise<void> = Promise.resolve();

  private constructor(folder: DataFolder) {
    this.#folder = folder;
  }

  /** Reads the marks back. A line that was torn was never acknowledged and is passed over. */
  static open(folder: DataFolder): MarkJournal {
    const journal = new MarkJournal(folder);
    for (const name of folder.listNow(layout.deduplication)) {
      if (endOfMarksFile(name) === undefined) continue;
      const file = `${layout.deduplication}/${name}`;
      journal.#files.add(file);
      for (const line of (folder.readNow(file) ?? "").split("\n")) journal.#read(line);
    }
    return journal;
  }

  find(deduplicationKey: string): AcceptedMark | undefined {
    return this.#marks.get(deduplicationKey);
  }

  /** Records marks, durably. */
  async remember(marks: readonly AcceptedMark[]): Promise<void> {
    if (marks.length === 0) return;
    await this.#inTurn(() => this.#append(marks));
    for (const mark of marks) this.#marks.set(mark.deduplicationKey, mark);
  }

  /** Forgets the marks from before a time. Returns how many. */
  async forget(before: number): Promise<number> {
    let forgotten = 0;
    for (const [key, { acceptedAt }] of this.#marks) {
      if (acceptedAt < before && this.#marks.delete(key)) forgotten += 1;
    }
    await this.#inTurn(() => this.#removeFiles(before));
    return forgotten;
  }

  async #removeFiles(before: number): Promise<void> {
    for (const file of this.#files) {
      const end = endOfMarksFile(file.slice(layout.deduplication.length + 1));
      if (end === undefined || end > before) continue;
      await this.#folder.remove(file);
      this.#files.delete(file);
    }
  }

  #inTurn(action: () => Promise<void>): Promise<void> {
    const done = this.#last.then(action);
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #append(marks: readonly AcceptedMark[]): Promise<void> {
    for (const [file, text] of linesByFile(marks)) {
      // The line break in front keeps the marks apart from what a failed append or a crash may have left.
      await this.#folder.append(file, `\n${text}`, { isDurable: true });
      if (this.#files.has(file)) continue;
      await this.#folder.syncFolder(layout.deduplication);
      this.#files.add(file);
    }
  }

  #read(line: string): void {
    const mark = parseMark(line);
    if (mark !== undefined) this.#marks.set(mark.deduplicationKey, mark);
  }
}

function linesByFile(marks: readonly AcceptedMark[]): ReadonlyMap<string, string> {
  const lines = new Map<string, string>();
  for (const mark of marks) {
    const file = marksFile(mark.acceptedAt);
    lines.set(file, `${lines.get(file) ?? ""}${JSON.stringify(mark)}\n`);
  }
  return lines;
}

function parseMark(line: string): AcceptedMark | undefined {
  if (line === "") return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isMark(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isMark(value: unknown): value is AcceptedMark {
  return (
    typeof value === "object" &&
    value !== null &&
    "deduplicationKey" in value &&
    typeof value.deduplicationKey === "string" &&
    "messageId" in value &&
    typeof value.messageId === "string" &&
    "acceptedAt" in value &&
    typeof value.acceptedAt === "number"
  );
}
