import type { Clock, DraftEnd, DraftRequest, Logger } from "@keyturn/core";
import { z } from "zod";
import { buttonRow } from "./buttons.ts";
import type { DraftView } from "./draft.ts";
import type { ViewParts } from "./edit-view.ts";
import { type SlackReplyAddress, replyAddressOf } from "./place.ts";
import { removeIfThere } from "./sender.ts";
import { slackErrorOf } from "./slack-failure.ts";
import { streamText } from "./stream-text.ts";
import { markdownMessagesOf } from "./text/answer-pieces.ts";

/** How long one stream is used, in milliseconds: Slack ends it after about five minutes. */
const lifeMilliseconds = 240_000;

/** Longest text of one stream, in UTF-16 code units: Slack refuses more than 12,000 when it is ended. */
const sizeLimit = 11_000;

/** What Slack answers when a stream is over, whoever ended it. */
const over: ReadonlySet<string> = new Set(["message_not_in_streaming_state", "message_not_found", "msg_too_long"]);

const started = z.object({ ts: z.string() });

/** A message that is or was streamed. */
interface Stream {
  readonly ts: string;
  readonly openedAt: number;
  /** What Slack confirmed of its text. */
  text: string;
}

/** The parts that a view is made of. */
export interface StreamViewParts extends ViewParts {
  readonly clock: Clock;
  readonly log: Logger;
  readonly teamId: string;
  /** Slack does not stream there: what shows the answer in its place. */
  readonly fallBack: (error: unknown) => DraftView;
}

/** Shows a growing text as Slack's own stream: one at a time, followed by another before it is too old or too long. */
export class StreamView implements DraftView {
  readonly #parts: StreamViewParts;
  readonly #request: DraftRequest;
  readonly #address: SlackReplyAddress;
  /** Every stream of the answer, in order. */
  readonly #streams: Stream[] = [];
  /** The one that is open, the last of them. */
  #open: Stream | undefined;
  #other: DraftView | undefined;
  #releases: (() => void)[] = [];

  constructor(parts: StreamViewParts, request: DraftRequest) {
    this.#parts = parts;
    this.#request = request;
    this.#address = replyAddressOf(request.key, request.replyAddress);
  }

  hasRoom(): boolean {
    const { api } = this.#parts;
    const { channel } = this.#address;
    if (this.#other !== undefined) return this.#other.hasRoom();
    if (this.#open !== undefined) return api.hasRoom("chat.appendStream", channel);
    // What is begun must be ended, and changed into the answer.
    return ["chat.startStream", "chat.stopStream", "chat.update"].every((method) => api.hasRoom(method, channel));
  }

  async show(text: string): Promise<boolean> {
    if (this.#other !== undefined) return this.#other.show(text);
    const confirmed = this.#streams.reduce((sum, stream) => sum + stream.text.length, 0);
    const rest = streamText(text).slice(confirmed);
    if (rest === "") return true;
    try {
      await this.#closeIfSpent();
      const piece = rest.slice(0, sizeLimit - (this.#open?.text.length ?? 0));
      await (this.#open === undefined ? this.#begin(piece) : this.#append(this.#open, piece));
      return piece.length === rest.length;
    } catch (error) {
      const code = slackErrorOf(error);
      if (code !== undefined && this.#streams.length === 0) this.#other = this.#parts.fallBack(error);
      // What Slack did not confirm goes into the next one.
      else if (over.has(code ?? "")) this.#open = undefined;
      else throw error;
      return false;
    }
  }

  async finish(end: DraftEnd): Promise<void> {
    if (this.#other !== undefined) return this.#other.finish(end);
    const { api, book } = this.#parts;
    const { runId } = this.#request;
    for (const release of this.#releases) release();
    await this.#close();
    // What was answered is put in its place when it is sent.
    if (end === "answered" || this.#streams.length === 0) return;
    await book.remove(runId);
    const { channel } = this.#address;
    for (const stream of this.#streams) {
      if (end !== "stopped" || book.isUnwanted(runId)) await removeIfThere(api, channel, stream.ts);
      else await this.#leaveStopped(stream);
    }
  }

  async #begin(text: string): Promise<void> {
    const { api, book, budget, clock, teamId } = this.#parts;
    const { runId, key } = this.#request;
    const { channel, thread, user } = this.#address;
    // Slack takes buttons below a stream only at its end; this one is to be there while it grows.
    const button = { type: "blocks", blocks: [buttonRow("stop", key, runId)] };
    const chunks = [...(this.#streams.length === 0 ? [button] : []), { type: "markdown_text", text }];
    const args = { channel, thread_ts: thread, recipient_team_id: teamId, recipient_user_id: user, chunks };
    const { ts } = started.parse(await api.call("chat.startStream", args, { lane: channel }));
    this.#releases.push(budget.hold("chat.stopStream"), budget.hold("chat.update"));
    this.#open = { ts, openedAt: clock.monotonic(), text };
    this.#streams.push(this.#open);
    await book.set(runId, { channel, messages: this.#streams.map((stream) => stream.ts) });
  }

  async #append(stream: Stream, text: string): Promise<void> {
    const { channel } = this.#address;
    const args = { channel, ts: stream.ts, markdown_text: text };
    await this.#parts.api.call("chat.appendStream", args, { lane: channel });
    stream.text += text;
  }

  /** Ends the stream that is open when it is old or full. */
  async #closeIfSpent(): Promise<void> {
    const stream = this.#open;
    if (stream === undefined) return;
    const age = this.#parts.clock.monotonic() - stream.openedAt;
    if (age >= lifeMilliseconds || stream.text.length >= sizeLimit) await this.#close();
  }

  async #close(): Promise<void> {
    const stream = this.#open;
    this.#open = undefined;
    if (stream === undefined) return;
    const { channel } = this.#address;
    try {
      await this.#parts.api.call("chat.stopStream", { channel, ts: stream.ts }, { lane: channel });
    } catch (error) {
      if (!over.has(slackErrorOf(error) ?? "")) throw error;
    }
  }

  /** What was written stays, without the button. */
  async #leaveStopped({ ts, text }: Stream): Promise<void> {
    const isLast = ts === this.#streams.at(-1)?.ts;
    const [message] = markdownMessagesOf(isLast ? `${text}\n\n_Stopped._` : text);
    if (message === undefined) return;
    const blocks = [{ type: "markdown", text: message.markdown }];
    try {
      await this.#parts.api.change(this.#address.channel, ts, { text: message.text, blocks });
    } catch (error) {
      if (!over.has(slackErrorOf(error) ?? "")) throw error;
    }
  }
}
