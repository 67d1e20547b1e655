import { type InboundAttachment, type Logger, sniffMediaType } from "@keyturn/core";
import type { Attachment, Message, REST } from "discord.js";

/** Most of a message's files that are read; Discord allows as many. */
const mostFiles = 10;

/** Largest file that is read, in bytes, and how much of all files of a message: the core takes no more. */
const largestFile = 8 * 1_048_576;
const largestMessage = 20 * 1_048_576;

/** Longest time for one file, in milliseconds. */
const fetchMilliseconds = 10_000;

/** The files of a message, and what is said of those that were not read. */
export interface FetchedFiles {
  readonly files: readonly InboundAttachment[];
  /** A line for each, such as `[attachment: film.mp4, 90 MB, not read]`. */
  readonly unread: readonly string[];
}

/** Reads the files of a message at once: the addresses that Discord gives end after a day. */
export async function fetchAttachments(message: Message, log: Logger, signal: AbortSignal): Promise<FetchedFiles> {
  const files: InboundAttachment[] = [];
  const unread: string[] = [];
  let total = 0;
  for (const attachment of message.attachments.values()) {
    const hasRoom =
      files.length < mostFiles && attachment.size <= largestFile && total + attachment.size <= largestMessage;
    const file = hasRoom ? await fetchFile(attachment, message.client.rest, { log, signal }) : undefined;
    if (file === undefined) unread.push(`[attachment: ${attachment.name}, ${sizeOf(attachment.size)}, not read]`);
    else {
      files.push(file);
      total += file.bytes.length;
    }
  }
  return { files, unread };
}

async function fetchFile(
  attachment: Attachment,
  rest: REST,
  { log, signal }: { readonly log: Logger; readonly signal: AbortSignal },
): Promise<InboundAttachment | undefined> {
  const { url, name, size } = attachment;
  try {
    const patience = AbortSignal.any([signal, AbortSignal.timeout(fetchMilliseconds)]);
    // Past the queue of the API, and without the bot's token: these are links that anybody may follow.
    const response = await rest.options.makeRequest(url, { method: "GET", signal: patience, redirect: "error" });
    const bytes = response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
    // What was announced was weighed: more than that is another file.
    if (bytes === undefined || bytes.length > size) throw new Error(`Discord's files answered ${response.status}.`);
    return { name, mediaType: await sniffMediaType(bytes), bytes };
  } catch (error) {
    log.warn({ err: error, attachmentId: attachment.id }, "A file of a message could not be read.");
    return undefined;
  }
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${Math.round(bytes / 1_000_000)} MB`;
}
