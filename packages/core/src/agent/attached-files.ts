import type { FilePart } from "ai";
import type { MessageId } from "../identifiers.ts";
import { type Attachment, maximumAttachmentsSize } from "../sessions/attachment.ts";
import type { ClaimedTurn } from "../sessions/session-store.ts";
import { decodeText, isOfItsKind, isText } from "./file-kind.ts";
import { toWellFormed } from "./json-copy.ts";
import { plainNameOf } from "./attachment-line.ts";

/** What the model is shown of one attachment beside the line that names it. */
export type ShownFile =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "file"; readonly part: FilePart };

/** What the model is shown of a message's attachments, by their places. */
export type ShownFiles = ReadonlyMap<MessageId, ReadonlyMap<number, ShownFile>>;

/** How the files of a run are found. */
export interface FileSource {
  /** Whether the model takes such a file. */
  readonly accepts: (attachment: Attachment) => boolean;
  /** The bytes; undefined when there are none any more. */
  readonly read: (messageId: MessageId, index: number) => Promise<Uint8Array | undefined>;
}

/** A larger text file is named only: 64 KiB are about 16,000 tokens. */
export const longestInlinedText: number = 64 * 1024;

/** Bytes of text files that one run is shown, the newest first: as many tokens as half a usual model's context. */
const longestTexts = 4 * longestInlinedText;

/** Files that one run is shown, the newest first: Anthropic takes up to 100 images, and each costs about 1,600 tokens. */
const mostFiles = 20;

/**
 * Reads the files of the turn and of its history that the model takes, the newest messages' first, until there are as many
 * as a request may hold. Each that is left out is still named by its line.
 */
export async function readFiles(
  { history, messages }: Pick<ClaimedTurn, "history" | "messages">,
  { accepts, read }: FileSource,
): Promise<ShownFiles> {
  const shown = new Map<MessageId, Map<number, ShownFile>>();
  const left = { files: mostFiles, bytes: maximumAttachmentsSize, text: longestTexts };
  const earlier = history.flatMap((entry) => (entry.role === "user" ? [{ ...entry, id: entry.messageId }] : []));
  for (const { id, attachments = [] } of [...earlier, ...messages].toReversed()) {
    for (const [index, attachment] of attachments.entries()) {
      const isInlined = isText(attachment.mediaType) && attachment.size <= longestInlinedText;
      if (isInlined ? attachment.size > left.text : !accepts(attachment)) continue;
      if (!isInlined && (left.files === 0 || attachment.size > left.bytes)) continue;
      const bytes = await read(id, index);
      const file = bytes && (isInlined ? textOf(bytes) : fileOf(attachment, bytes));
      if (file === undefined) continue;
      if (isInlined) left.text -= attachment.size;
      else {
        left.files -= 1;
        left.bytes -= attachment.size;
      }
      shown.set(id, (shown.get(id) ?? new Map<number, ShownFile>()).set(index, file));
    }
  }
  return shown;
}

function textOf(bytes: Uint8Array): ShownFile | undefined {
  const text = decodeText(bytes);
  return text === undefined ? undefined : { kind: "text", text };
}

/** A file that is not what it is called would have the service refuse this turn, and every later one that shows it. */
function fileOf(attachment: Attachment, bytes: Uint8Array): ShownFile | undefined {
  const { mediaType } = attachment;
  if (!isOfItsKind(mediaType, bytes)) return undefined;
  const filename = toWellFormed(plainNameOf(attachment));
  return { kind: "file", part: { type: "file", mediaType, filename, data: { type: "data", data: bytes } } };
}
