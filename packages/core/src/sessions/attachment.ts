/** A file that came with a message, as a channel adapter hands it in. */
export interface InboundAttachment {
  /** What its sender called it: 1 to 256 characters (UTF-16 code units). It names no file of the store. */
  readonly name: string;
  /** Its media type as the service tells it, such as `image/png`; parameters are dropped. `application/octet-stream` where it tells none. */
  readonly mediaType: string;
  /** At most 8 MiB, and 20 MiB with the message's others. Not to be changed until the message is accepted. */
  readonly bytes: Uint8Array;
}

/** What a session knows of an attachment. Its bytes lie beside the session, and leave with the message. */
export interface Attachment {
  readonly name: string;
  /** In lower case, without parameters. */
  readonly mediaType: string;
  /** Bytes. */
  readonly size: number;
}

/** Most attachments of one message: what Discord takes; Slack takes as many in one upload. */
export const maximumAttachments = 10;

/** Most bytes of one attachment: above what model services take of an image (Anthropic 5 MB), below what Discord takes of a person without a subscription (10 MiB). */
export const maximumAttachmentSize: number = 8 * 1024 * 1024;

/** Most bytes of all attachments of one message: a run sends them in one request, and model services take 32 MB with their text form a third larger. */
export const maximumAttachmentsSize: number = 20 * 1024 * 1024;

/** What is kept of an attachment beside its bytes. */
export function describeAttachment({ name, mediaType, bytes }: InboundAttachment): Attachment {
  return { name, mediaType: withoutParameters(mediaType), size: bytes.byteLength };
}

/** `text/plain` of `Text/Plain; charset=utf-8`. */
export function withoutParameters(mediaType: string): string {
  return (mediaType.split(";", 1)[0] ?? "").trim().toLowerCase();
}
