import { type Clock, DeliveryError, type DraftEnd, type DraftRequest, type Logger } from "@keyturn/core";
import { buttonRow } from "./button-row.ts";
import type { DraftView } from "./draft.ts";
import type { ViewParts } from "./edit-view.ts";
import { OpenStream, firstPieceOf, isStreamOver, startStream } from "./open-stream.ts";
import { type SlackReplyAddress, replyAddressOf } from "./place.ts";
import { removeIfThere } from "./remove-if-there.ts";
import { slackErrorOf } from "./slack-failure.ts";
import { streamText } from "./stream-text.ts";
import { markdownMessagesOf } from "./text/answer-pieces.ts";

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
  readonly #streams: OpenStream[] = [];
  /** The one that is open, the last of them. */
  #open: OpenStream | undefined;
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
    const rest = this.#unconfirmedOf(text);
    if (rest === "") return true;
    try {
      if (this.#open?.isSpent === true) await this.#close();
      await (this.#open === undefined ? this.#begin(rest) : this.#open.append(rest));
      return this.#unconfirmedOf(text) === "";
    } catch (error) {
      return this.#recover(error);
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
    const { channel } = this.#address;
    for (const stream of this.#streams) {
      if (end !== "stopped" || book.isUnwanted(runId)) await removeIfThere(api, channel, stream.ts);
      else await this.#leaveStopped(stream);
    }
    await book.remove(runId);
  }

  /** What Slack has not confirmed of a text: it goes into the next call, whichever stream that is of. */
  #unconfirmedOf(text: string): string {
    return streamText(text).slice(this.#streams.reduce((sum, stream) => sum + stream.text.length, 0));
  }

  async #begin(rest: string): Promise<void> {
    const { api, beginner, budget, clock, teamId } = this.#parts;
    const { runId, key } = this.#request;
    const { channel, thread, user } = this.#address;
    const text = firstPieceOf(rest);
    // Slack takes buttons below a stream only at its end; this one is to be there while it grows.
    const button = { type: "blocks", blocks: [buttonRow("stop", key, runId)] };
    const chunks = [button, { type: "markdown_text", text }];
    const args = { channel, thread_ts: thread, recipient_team_id: teamId, recipient_user_id: user, chunks };
    const ts = await beginner.begin(this.#request, () => startStream(api, args, channel));
    this.#releases.push(budget.hold("chat.stopStream"), budget.hold("chat.update"));
    this.#open = new OpenStream({ api, channel, clock }, ts, text);
    this.#streams.push(this.#open);
  }

  /** @returns false: what was not confirmed is shown with the next step. @throws what no next step mends */
  async #recover(error: unknown): Promise<boolean> {
    const isAmbiguous = error instanceof DeliveryError && error.isAmbiguous;
    const stream = this.#open;
    if (stream === undefined) {
      if (isAmbiguous || this.#streams.length > 0 || slackErrorOf(error) === undefined) throw error;
      this.#other = this.#parts.fallBack(error);
    } else if (isAmbiguous || isStreamOver(error)) {
      // It may have taken the text or not: it gets no more, and what is not confirmed begins the next one.
      this.#open = undefined;
      if (isAmbiguous) await stream.close();
    } else if (!(error instanceof DeliveryError) || !error.isRetryable) throw error;
    return false;
  }

  async #close(): Promise<void> {
    const stream = this.#open;
    this.#open = undefined;
    await stream?.close();
  }

  /** What was written stays, without the button. */
  async #leaveStopped({ ts, text }: OpenStream): Promise<void> {
    const isLast = ts === this.#streams.at(-1)?.ts;
    const [message] = markdownMessagesOf(isLast ? `${text}\n\n_Stopped._` : text);
    if (message === undefined) return;
    const blocks = [{ type: "markdown", text: message.markdown }];
    try {
      await this.#parts.api.change(this.#address.channel, ts, { text: message.text, blocks });
    } catch (error) {
      if (!isStreamOver(error)) throw error;
    }
  }
}
