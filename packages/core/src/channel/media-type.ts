import { fileTypeFromBuffer } from "file-type";

/** How much of a text is looked at, in bytes: control characters stand at the beginning of what is none. */
const lookedAt = 65_536;

/**
 * What bytes are, by themselves: the name and the type that a sender gives may be anything. What is in no known form is
 * `text/plain` where it is well-formed text, else `application/octet-stream`. A page of HTML is `text/html`: what a
 * service answers in place of a file that the bot may not read.
 */
export async function sniffMediaType(bytes: Uint8Array): Promise<string> {
  const known = await fileTypeFromBuffer(bytes);
  if (known !== undefined) return known.mime;
  const text = readText(bytes.subarray(0, lookedAt), bytes.length > lookedAt);
  if (text === undefined) return "application/octet-stream";
  return /^\s*(?:<!doctype html|<html[\s>])/i.test(text) ? "text/html" : "text/plain";
}

/** The text; undefined when it is none. @param isCut whether the last character may have been cut in two. */
function readText(bytes: Uint8Array, isCut: boolean): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: isCut });
    return bytes.some(isForeign) ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Tabs, line breaks, form feeds and escapes are in texts; other control characters are not. */
function isForeign(byte: number): boolean {
  return byte < 9 || (byte > 13 && byte < 32 && byte !== 27);
}
