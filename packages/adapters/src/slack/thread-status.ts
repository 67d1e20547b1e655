import type { SlackApi } from "./slack-api.ts";
import type { Sign } from "./status.ts";

/** A thread, by its channel and root. */
export interface SlackThread {
  readonly channel: string;
  readonly thread: string;
}

/** The status of a thread: a line below it, which Slack takes away with the next post of the bot's, or after two minutes. */
export class ThreadStatus implements Sign {
  readonly #api: SlackApi;
  readonly #place: SlackThread;

  constructor(api: SlackApi, place: SlackThread) {
    this.#api = api;
    this.#place = place;
  }

  show(): Promise<void> {
    return this.#set("is thinking…");
  }

  renew(): Promise<void> {
    return this.#set("is still writing…");
  }

  hide(): Promise<void> {
    return this.#set("");
  }

  async #set(status: string): Promise<void> {
    const { channel, thread } = this.#place;
    const args = { channel_id: channel, thread_ts: thread, status };
    await this.#api.call("assistant.threads.setStatus", args, { lane: channel });
  }
}
