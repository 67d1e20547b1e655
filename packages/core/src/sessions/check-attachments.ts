import { InvalidInputError } from "../errors.ts";
import {
  type InboundAttachment,
  maximumAttachmentSize,
  maximumAttachments,
  maximumAttachmentsSize,
  withoutParameters,
} from "./attachment.ts";

/** Longest name, in UTF-16 code units: file systems take 255 bytes. */
const maximumNameLength = 256;

/** RFC 6838, section 4.2: two names of at most 127 characters. */
const mediaTypePattern = /^[a-z0-9][\w!#$&^.+-]{0,126}\/[a-z0-9][\w!#$&^.+-]{0,126}$/;

/**
 * Checks a message's attachments. Errors tell an attachment by its place: its name is the sender's own words.
 * @throws InvalidInputError that says which is wrong and what is taken.
 */
export function checkAttachments(attachments: readonly InboundAttachment[]): void {
  if (attachments.length > maximumAttachments) {
    throw tooLarge(`The message has ${attachments.length} attachments; at most ${maximumAttachments} are taken.`);
  }
  let size = 0;
  for (const [index, attachment] of attachments.entries()) {
    checkAttachment(attachment, `Attachment ${index + 1} of ${attachments.length}`);
    size += attachment.bytes.byteLength;
  }
  if (size <= maximumAttachmentsSize) return;
  throw tooLarge(`The message's attachments have ${size} bytes; at most ${maximumAttachmentsSize} are taken.`);
}

function checkAttachment({ name, mediaType, bytes }: InboundAttachment, which: string): void {
  if (name.length === 0 || name.length > maximumNameLength) {
    throw new InvalidInputError(
      `${which} has a name of ${name.length} characters; it must have 1 to ${maximumNameLength}.`,
    );
  }
  if (!mediaTypePattern.test(withoutParameters(mediaType))) {
    throw new InvalidInputError(
      `${which} has no media type such as "image/png". Where none is known, give "application/octet-stream".`,
    );
  }
  if (bytes.byteLength > maximumAttachmentSize) {
    throw tooLarge(`${which} has ${bytes.byteLength} bytes; at most ${maximumAttachmentSize} are taken.`);
  }
}

function tooLarge(what: string): InvalidInputError {
  return new InvalidInputError(`${what} Send fewer or smaller files.`, { code: "INPUT_TOO_LARGE" });
}
