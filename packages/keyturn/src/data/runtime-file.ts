import { rm } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { readFileIfThere, replacePrivateFile } from "./private-file.ts";

const schema = z.object({
  url: z.url({ protocol: /^https?$/ }),
  pid: z.int().positive(),
  startedAt: z.iso.datetime(),
});

/** Where a running bot is reached. */
export interface RunningBot {
  readonly url: string;
  readonly pid: number;
  /** RFC 3339, in UTC. */
  readonly startedAt: string;
}

/** Where a running bot says so in its data folder. */
export function runtimeFileOf(folder: string): string {
  return path.join(folder, "runtime.json");
}

/** Says that a bot runs with this data folder. */
export async function writeRuntimeFile(folder: string, bot: RunningBot): Promise<void> {
  await replacePrivateFile(runtimeFileOf(folder), `${JSON.stringify(bot)}\n`);
}

/** This process's bot is about to end: nobody is to look for it any more. The file of another process is left alone. */
export async function removeRuntimeFile(folder: string): Promise<void> {
  const running = await readRuntimeFile(folder);
  if (running?.pid === process.pid) await rm(runtimeFileOf(folder), { force: true });
}

/** The bot that runs with this data folder, as far as the file says; one that was killed leaves its file behind. */
export async function readRuntimeFile(folder: string): Promise<RunningBot | undefined> {
  const text = await readFileIfThere(runtimeFileOf(folder));
  if (text === undefined) return undefined;
  const result = schema.safeParse(parse(text));
  return result.success && isAlive(result.data.pid) ? result.data : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, and belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
