import { InvalidInputError } from "../errors.ts";
import { checkAttachments } from "./check-attachments.ts";
import { type InboundMessage, maximumTextLength } from "./inbox.ts";
import type { SessionSettings } from "./session.ts";

/** Longest id of a service, in UTF-16 code units; Slack's and Discord's have at most 32. */
const maximumIdLength = 256;

/**
 * Checks what can be said of a message without looking at its session.
 * @throws InvalidInputError that says what is wrong and what to do.
 */
export function checkMessage({ platformMessageId, sender, text, attachments = [] }: InboundMessage): void {
  checkPlatformMessageId(platformMessageId);
  checkLength("sender id", sender.id, maximumIdLength);
  checkText(text);
  checkAttachments(attachments);
}

/** @throws InvalidInputError when a service's id of a message is empty or too long. */
export function checkPlatformMessageId(platformMessageId: string): void {
  checkLength("platform message id", platformMessageId, maximumIdLength);
}

/** @throws InvalidInputError when the text of a message is empty or too long. */
export function checkText(text: string): void {
  if (text.length === 0) throw new InvalidInputError("The message has no text. Send at least one character.");
  if (text.length <= maximumTextLength) return;
  const message =
    `The message has ${text.length} characters; at most ${maximumTextLength} are taken. ` +
    "Send it in parts, or as a file.";
  throw new InvalidInputError(message, { code: "INPUT_TOO_LARGE" });
}

/** @throws InvalidInputError when the text is empty or longer than `maximum`. */
export function checkLength(name: string, text: string, maximum: number): void {
  if (text.length > 0 && text.length <= maximum) return;
  throw new InvalidInputError(`The ${name} must have 1 to ${maximum} characters; it has ${text.length}.`);
}

/** @throws InvalidInputError when a title or model is not allowed. */
export function checkSettings(settings: SessionSettings): void {
  if (settings.title !== undefined) checkLength("title", settings.title, 200);
  if (settings.model !== undefined && !/^[^/\s]+\/\S+$/.test(settings.model)) {
    throw new InvalidInputError('The model must be written as "provider/model", such as "offline/eliza".');
  }
}
