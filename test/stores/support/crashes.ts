import { cpSync } from "node:fs";
import path from "node:path";
import type { DiskCall, ObservedFileSystem } from "./observed-file-system.ts";

/** What the folder was at one moment: what a process that was killed then leaves behind. */
export interface Crash {
  readonly folder: string;
  /** The call that was not made any more. */
  readonly before: string;
}

const changes: ReadonlySet<DiskCall["name"]> = new Set([
  "open",
  "write",
  "rename",
  "link",
  "unlink",
  "makeFolder",
  "remove",
]);

/**
 * Does something, and keeps the data folder as it is before each change of it, half-written files included. The pictures
 * lie beside the folder.
 */
export async function crashesDuring(
  disk: ObservedFileSystem,
  folder: string,
  action: () => Promise<unknown>,
  isOfInterest: () => boolean = () => true,
): Promise<readonly Crash[]> {
  const crashes: Crash[] = [];
  const picture = (before: string) => {
    const copy = path.join(path.dirname(folder), `crash-${crashes.length}`);
    cpSync(folder, copy, { recursive: true, filter: (file) => !path.basename(file).startsWith("owner.") });
    crashes.push({ folder: copy, before });
  };
  disk.longestWrite = 10_000;
  disk.before = ({ name, file }: DiskCall) => {
    if (changes.has(name) && isOfInterest()) picture(`${name} ${file}`);
  };
  await action();
  disk.before = () => undefined;
  picture("nothing: it was done");
  return crashes;
}
