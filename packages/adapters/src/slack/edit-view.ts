import { DeliveryError, type DraftEnd, type DraftRequest } from "@keyturn/core";
import type { DraftBook } from "@keyturn/core/channel-kit";
import { splitMarkdown } from "@keyturn/core/text";
import { buttonRow } from "./button-row.ts";
import type { CallBudget } from "./call-budget.ts";
import { draftMetadata } from "./delivery-mark.ts";
import type { DraftBeginner } from "./draft-beginner.ts";
import type { DraftView } from "./draft.ts";
import type { Shown } from "./piece-view.ts";
import { type SlackReplyAddress, replyAddressOf } from "./place.ts";
import { removeIfThere } from "./remove-if-there.ts";
import type { SlackApi } from "./slack-api.ts";
import { slackErrorOf } from "./slack-failure.ts";
import { toMrkdwn } from "./text/mrkdwn.ts";

/** Longest text of a section, in UTF-16 code units: Slack takes 3,000. Of a longer answer the newest part is shown. */
const shownLimit = 2_900;

/** The parts that a view is made of. */
export interface ViewParts {
  readonly api: SlackApi;
  readonly book: DraftBook;
  readonly beginner: DraftBeginner;
  readonly budget: CallBudget;
}

/** Shows a growing text as one message that is changed. */
export class EditView implements DraftView {
  readonly #parts: ViewParts;
  readonly #request: DraftRequest;
  readonly #address: SlackReplyAddress;
  #shown = "";
  #hasBeenLost = false;
  #release: (() => void) | undefined;

  constructor(parts: ViewParts, request: DraftRequest) {
    this.#parts = parts;
    this.#request = request;
    this.#address = replyAddressOf(request.key, request.replyAddress);
  }

  hasRoom(): boolean {
    const { api } = this.#parts;
    const { channel } = this.#address;
    // A message that is begun must be changed once more at least, into the answer.
    if (this.#ts() !== undefined) return api.hasRoom("chat.update", channel);
    return api.hasRoom("chat.postMessage", channel) && api.hasRoom("chat.update", channel);
  }

  async show(text: string): Promise<boolean> {
    const visible = splitMarkdown(toMrkdwn(text), { limit: shownLimit }).at(-1) ?? "";
    if (visible === "" || visible === this.#shown) return true;
    const before = this.#shown;
    this.#shown = visible;
    const { key, runId } = this.#request;
    const message = { text: visible, blocks: [sectionOf(visible), buttonRow("stop", key, runId)] };
    try {
      const ts = this.#ts();
      await (ts === undefined ? this.#begin(message) : this.#change(ts, message));
      return true;
    } catch (error) {
      // A change that may have been made is made again; of a message that may be there no second one is begun.
      if (this.#ts() === undefined || !(error instanceof DeliveryError) || !error.isRetryable) throw error;
      this.#shown = before;
      return false;
    }
  }

  async finish(end: DraftEnd): Promise<void> {
    const { api, book } = this.#parts;
    const { runId } = this.#request;
    this.#release?.();
    const ts = this.#ts();
    // What was answered is put in its place when it is sent.
    if (end === "answered" || ts === undefined) return;
    if (end !== "stopped" || book.isUnwanted(runId)) await removeIfThere(api, this.#address.channel, ts);
    else await this.#leaveStopped(ts);
    await book.remove(runId);
  }

  /** What was written stays, without the button. */
  async #leaveStopped(ts: string): Promise<void> {
    const text = `${this.#shown}\n_Stopped._`;
    try {
      await this.#parts.api.change(this.#address.channel, ts, { text, blocks: [sectionOf(text)] });
    } catch (error) {
      if (slackErrorOf(error) !== "message_not_found") throw error;
    }
  }

  #ts(): string | undefined {
    return this.#parts.book.find(this.#request.runId)?.messages[0];
  }

  async #change(ts: string, message: Shown): Promise<void> {
    const { api, book } = this.#parts;
    try {
      await api.change(this.#address.channel, ts, message);
    } catch (error) {
      if (slackErrorOf(error) !== "message_not_found" || this.#hasBeenLost) throw error;
      // Somebody deleted it: one more is posted, no third.
      this.#hasBeenLost = true;
      await book.remove(this.#request.runId);
      await this.#begin(message);
    }
  }

  async #begin(message: Shown): Promise<void> {
    const { api, beginner, budget } = this.#parts;
    const { channel, thread } = this.#address;
    const metadata = draftMetadata(this.#request.runId);
    this.#release ??= budget.hold("chat.update");
    await beginner.begin(this.#request, () =>
      api.post(channel, { ...message, metadata, ...(thread !== undefined && { thread_ts: thread }) }),
    );
  }
}

function sectionOf(text: string): object {
  return { type: "section", text: { type: "mrkdwn", text, verbatim: true } };
}
