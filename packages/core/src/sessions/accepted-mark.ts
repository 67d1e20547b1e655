import { createMessageId } from "../identifiers.ts";
import { checkMessage } from "./check-message.ts";
import type { AcceptedMark, InboundMessage } from "./inbox.ts";
import { formatSessionKey } from "./session-key.ts";

/**
 * The mark that a message leaves when it is accepted at that time, in milliseconds since 1970.
 * @throws InvalidInputError when the message is not well-formed.
 */
export function createMark(message: InboundMessage, acceptedAt: number): AcceptedMark {
  const { adapter, account, place } = message.key;
  checkMessage(message);
  return {
    // The place is part of it: Slack's time stamps repeat from channel to channel.
    // Joined, not concatenated: it is compared often, and a concatenation is only laid out in memory when it is read.
    deduplicationKey: [formatSessionKey({ adapter, account, place }), message.platformMessageId].join("/"),
    messageId: createMessageId(),
    acceptedAt,
  };
}
