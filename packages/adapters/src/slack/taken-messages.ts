import { forgetOldest } from "@keyturn/core/channel-kit";
import type { SlackMessage } from "./slack-message.ts";

/** Most messages that are remembered: more than Slack sends again within its ten minutes. */
const mostMessages = 2_000;

/**
 * Knows which messages were dealt with, so that what Slack tells of twice, or as two events, is acknowledged at once: no name
 * is asked for again, no file is read again, and a person is told once of a message that was refused.
 */
export class TakenMessages {
  readonly #known = new Set<string>();

  has(message: Pick<SlackMessage, "channel" | "ts">): boolean {
    return this.#known.has(idOf(message));
  }

  /** The message is stored, or was refused for good. */
  note(message: Pick<SlackMessage, "channel" | "ts">): void {
    this.#known.add(idOf(message));
    forgetOldest(this.#known, mostMessages);
  }
}

function idOf({ channel, ts }: Pick<SlackMessage, "channel" | "ts">): string {
  return `${channel} ${ts}`;
}
