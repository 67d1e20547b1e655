import { createMessageId } from "../identifiers.ts";
import { checkPlatformMessageId } from "./check-message.ts";
import type { AcceptedMark, InboundMessage } from "./inbox.ts";
import { formatSessionKey } from "./session-key.ts";

/** What a chat service calls a message, and where it is. */
export type MessageName = Pick<InboundMessage, "key" | "platformMessageId">;

/**
 * The mark that a message leaves when it is accepted at that time, in milliseconds since 1970.
 * @throws InvalidInputError when the message is not well-formed.
 */
export function createMark(message: MessageName, acceptedAt: number): AcceptedMark {
  return { deduplicationKey: deduplicationKeyOf(message), messageId: createMessageId(), acceptedAt };
}

/**
 * What tells a message from all others, in whatever conversation it is.
 * @throws InvalidInputError when a part of the key, or the service's id, is not well-formed.
 */
export function deduplicationKeyOf({ key, platformMessageId }: MessageName): string {
  const { adapter, account, place } = key;
  checkPlatformMessageId(platformMessageId);
  // The place is part of it: Slack's time stamps repeat from channel to channel.
  // Joined, not concatenated: it is compared often, and a concatenation is only laid out in memory when it is read.
  return [formatSessionKey({ adapter, account, place }), platformMessageId].join("/");
}
