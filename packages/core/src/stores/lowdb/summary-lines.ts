import { crc32 } from "node:zlib";
import { isSessionId } from "../../identifiers.ts";
import type { FileStamp } from "./file-system.ts";
import type { SummaryEntry } from "./summary-entry.ts";

/** An entry as a line of a summaries file: a CRC-32, then JSON. The index is not synced, so a power cut can mix lines up. */
export function formatLine(entry: SummaryEntry): string {
  const json = JSON.stringify(entry);
  return `${crc32(json).toString(16).padStart(8, "0")} ${json}\n`;
}

/** The entry that a line stands for; undefined when the line is damaged. */
export function parseLine(line: string): SummaryEntry | undefined {
  const json = line.slice(9);
  if (crc32(json) !== Number.parseInt(line.slice(0, 8), 16)) return undefined;
  try {
    const value: unknown = JSON.parse(json);
    return isEntry(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isEntry(value: unknown): value is SummaryEntry {
  return (
    typeof value === "object" &&
    value !== null &&
    "keyText" in value &&
    "session" in value &&
    typeof value.session === "object" &&
    value.session !== null &&
    "id" in value.session &&
    typeof value.session.id === "string" &&
    isSessionId(value.session.id)
  );
}

/** Whether two stamps are of one state of a file. */
export function isSameStamp(one: FileStamp | undefined, other: FileStamp | undefined): boolean {
  return (
    one !== undefined &&
    other !== undefined &&
    one.inode === other.inode &&
    one.modifiedAt === other.modifiedAt &&
    one.size === other.size
  );
}
