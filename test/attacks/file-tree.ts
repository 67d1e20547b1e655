import { lstat, readFile, readdir } from "node:fs/promises";
import path from "node:path";

/**
 * Everything that a change below a folder leaves its mark in: names, contents, and the times at which each file and folder
 * was changed. A file that was removed and made anew is seen, too.
 */
export async function stampTree(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true });
  return Promise.all([".", ...names].toSorted().map((name) => stamp(folder, name)));
}

async function stamp(folder: string, name: string): Promise<string> {
  const file = path.join(folder, name);
  const { ino, size, mtimeNs, ctimeNs } = await lstat(file, { bigint: true });
  const isFile = (await lstat(file)).isFile();
  const content = isFile ? (await readFile(file)).toString("base64") : "";
  return [name, ino, size, mtimeNs, ctimeNs, content].join(" ");
}
