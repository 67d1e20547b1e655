import { randomUUID } from "node:crypto";
import { link, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";

/** Mode of files that only the bot's user may read. */
const privateMode = 0o600;

/** Puts a text in a file's place, at once, readable for its owner alone. It outlives a power cut when it resolves. */
export async function replacePrivateFile(file: string, text: string): Promise<void> {
  const temporary = await writeTemporary(file, text);
  try {
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(path.dirname(file));
}

/** Makes a file, whole from the first moment on; false when somebody else has made it already. */
export async function createPrivateFile(file: string, text: string): Promise<boolean> {
  const temporary = await writeTemporary(file, text);
  try {
    // A link, unlike a rename, never takes another's place.
    await link(temporary, file);
    return true;
  } catch (error) {
    return isTaken(error) ? false : createInPlace(file, text);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** For file systems without links: for a moment the file is there and empty. */
async function createInPlace(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { mode: privateMode, flag: "wx" });
    return true;
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EEXIST";
}

/** The text of a file; undefined when there is none. */
export async function readFileIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** Writes out which names a folder holds. Windows opens no folder, and does so by itself. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeTemporary(file: string, text: string): Promise<string> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  // Flushed: a rename must not outlive what it names.
  await writeFile(temporary, text, { mode: privateMode, flag: "wx", flush: true });
  return temporary;
}
