import { hash } from "node:crypto";

/** Raised when what is inside the files changes so that an older Keyturn would misread it. */
const formatVersion = 1;

/** What a file's text turned out to be. */
export type Opened =
  | { readonly kind: "value"; readonly value: unknown }
  /** Ours, but of another version of Keyturn: not damage, and not to be touched. */
  | { readonly kind: "other-version"; readonly version: number }
  | { readonly kind: "unreadable"; readonly reason: string };

/**
 * A value as the text of a file: one line of JSON, whose first members say the format and the SHA-256 of the value's own
 * text. So a file that was torn, emptied or changed by a fault is told from a whole one, and stays readable with any
 * JSON tool.
 */
export function seal(value: unknown): string {
  const data = JSON.stringify(value);
  return `{"format":"keyturn/${formatVersion}","sha256":"${hash("sha256", data)}","data":${data}}\n`;
}

const header = /^\{"format":"keyturn\/(\d{1,9})","sha256":"([0-9a-f]{64})","data":/;

/** The value in the text that `seal` made. */
export function unseal(text: string): Opened {
  if (text === "") return { kind: "unreadable", reason: "it is empty" };
  const [start, version, checksum] = header.exec(text) ?? [];
  if (start === undefined) return { kind: "unreadable", reason: "it does not begin like a file of Keyturn" };
  if (Number(version) !== formatVersion) return { kind: "other-version", version: Number(version) };
  if (!text.endsWith("}\n")) return { kind: "unreadable", reason: "its end is missing" };
  const data = text.slice(start.length, -2);
  if (hash("sha256", data) !== checksum) return { kind: "unreadable", reason: "its checksum is wrong" };
  try {
    const value: unknown = JSON.parse(data);
    return { kind: "value", value };
  } catch {
    return { kind: "unreadable", reason: "it is not JSON" };
  }
}
