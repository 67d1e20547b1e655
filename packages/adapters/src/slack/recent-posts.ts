import { forgetOldest } from "@keyturn/core/channel-kit";
import type { SlackPlace } from "./place.ts";
import type { SlackMessage } from "./slack-message.ts";

/** Most posts that are remembered: those of some minutes in a busy workspace. */
const mostPosts = 2_000;

/** Tells a post that a person's client made twice, since it did not hear of its success. */
export class RecentPosts {
  readonly #posts = new Map<string, string>();

  /** Whether the same client posted the same thing before, under another `ts`. */
  isRepetition({ channelId }: SlackPlace, { client_msg_id, ts }: SlackMessage): boolean {
    if (client_msg_id === undefined) return false;
    const id = `${channelId} ${client_msg_id}`;
    const first = this.#posts.get(id);
    if (first !== undefined) return first !== ts;
    this.#posts.set(id, ts);
    forgetOldest(this.#posts, mostPosts);
    return false;
  }
}
