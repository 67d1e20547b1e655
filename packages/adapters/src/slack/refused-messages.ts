import { forgetOldest } from "@keyturn/core/channel-kit";
import type { SlackMessage } from "./slack-message.ts";

/** Most messages that are remembered: more than Slack sends again within its ten minutes. */
const mostMessages = 1_000;

/** Knows which messages were refused, so that a person is told once of one that Slack sends again, or as two events. */
export class RefusedMessages {
  readonly #known = new Set<string>();

  /** Whether it was not refused before; from now on it was. */
  isNew({ channel, ts }: Pick<SlackMessage, "channel" | "ts">): boolean {
    const id = `${channel} ${ts}`;
    if (this.#known.has(id)) return false;
    this.#known.add(id);
    forgetOldest(this.#known, mostMessages);
    return true;
  }
}
