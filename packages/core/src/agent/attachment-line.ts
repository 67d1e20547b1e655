import type { Attachment } from "../sessions/attachment.ts";

/**
 * An attachment as a model reads of it, and people in an export: `[attachment: report.pdf, 120 kB, application/pdf]`. On
 * one line and without brackets of its own: a name must not look like anything else.
 */
export function attachmentLine(attachment: Attachment): string {
  return `[attachment: ${plainNameOf(attachment)}, ${sizeText(attachment.size)}, ${attachment.mediaType}]`;
}

/** The name without line ends, other control characters and brackets. */
export function plainNameOf({ name }: Attachment): string {
  return name.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}[\]\s]+/gu, " ").trim();
}

/** As people write it: kB are 1,000 bytes. */
function sizeText(size: number): string {
  if (size < 1_000) return `${size} bytes`;
  if (size < 1_000_000) return `${Math.round(size / 1_000)} kB`;
  return `${(size / 1_000_000).toFixed(1)} MB`;
}
