import { type Clock, DeliveryError } from "@keyturn/core";
import { z } from "zod";
import type { SlackApi } from "./slack-api.ts";
import { slackErrorOf } from "./slack-failure.ts";

/** How long one stream is used, in milliseconds: Slack ends it after about five minutes. */
const lifeMilliseconds = 240_000;

/** Longest text of one stream, in UTF-16 code units: Slack refuses more than 12,000 when it is ended. */
const sizeLimit = 11_000;

/** What Slack answers when a stream is over, whoever ended it. */
const over: ReadonlySet<string> = new Set(["message_not_in_streaming_state", "message_not_found", "msg_too_long"]);

const started = z.object({ ts: z.string() });

/** Begins a stream. @returns the `ts` of its message. @throws DeliveryError */
export async function startStream(
  api: SlackApi,
  args: Readonly<Record<string, unknown>>,
  lane: string,
): Promise<string> {
  return started.parse(await api.call("chat.startStream", args, { lane })).ts;
}

/** Whether Slack answers that a stream is over, or its message gone. */
export function isStreamOver(error: unknown): boolean {
  return over.has(slackErrorOf(error) ?? "");
}

/** How much of a text the first call of a stream takes. */
export function firstPieceOf(text: string): string {
  return beginningOf(text, sizeLimit);
}

/** A text's beginning, of as many code units at most, and never half of a character. */
function beginningOf(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  const isHalf = text.length > length && last >= 0xd800 && last < 0xdc00;
  return text.slice(0, isHalf ? length - 1 : length);
}

/** A message that is or was streamed. */
export class OpenStream {
  readonly ts: string;
  readonly #api: SlackApi;
  readonly #channel: string;
  readonly #clock: Clock;
  readonly #openedAt: number;
  #text: string;

  /** @param text what it was begun with. */
  constructor(
    parts: { readonly api: SlackApi; readonly channel: string; readonly clock: Clock },
    ts: string,
    text: string,
  ) {
    this.ts = ts;
    this.#api = parts.api;
    this.#channel = parts.channel;
    this.#clock = parts.clock;
    this.#openedAt = parts.clock.monotonic();
    this.#text = text;
  }

  /** What Slack confirmed of its text. */
  get text(): string {
    return this.#text;
  }

  /** Whether it is old or full: Slack would end it soon, or not take its end. */
  get isSpent(): boolean {
    return this.#clock.monotonic() - this.#openedAt >= lifeMilliseconds || this.#text.length >= sizeLimit - 1;
  }

  /** Adds as much of the text as there is room for. @throws DeliveryError when Slack did not confirm it */
  async append(text: string): Promise<void> {
    const piece = beginningOf(text, sizeLimit - this.#text.length);
    const args = { channel: this.#channel, ts: this.ts, markdown_text: piece };
    await this.#api.call("chat.appendStream", args, { lane: this.#channel });
    this.#text += piece;
  }

  /** Ends it. What Slack does not end now it ends by itself after a while. */
  async close(): Promise<void> {
    try {
      await this.#api.call("chat.stopStream", { channel: this.#channel, ts: this.ts }, { lane: this.#channel });
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error;
    }
  }
}
