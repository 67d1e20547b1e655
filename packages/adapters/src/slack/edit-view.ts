import type { DraftEnd, DraftRequest } from "@keyturn/core";
import type { DraftBook } from "@keyturn/core/channel-kit";
import { splitMarkdown } from "@keyturn/core/text";
import { buttonRow } from "./buttons.ts";
import type { CallBudget } from "./call-budget.ts";
import type { DraftView } from "./draft.ts";
import { type SlackReplyAddress, replyAddressOf } from "./place.ts";
import { removeIfThere } from "./sender.ts";
import type { SlackApi } from "./slack-api.ts";
import { slackErrorOf } from "./slack-failure.ts";
import { toMrkdwn } from "./text/mrkdwn.ts";

/** Longest text of a section, in UTF-16 code units: Slack takes 3,000. Of a longer answer the newest part is shown. */
const shownLimit = 2_900;

/** The parts that a view is made of. */
export interface ViewParts {
  readonly api: SlackApi;
  readonly book: DraftBook;
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
    const { api, book } = this.#parts;
    const { channel } = this.#address;
    // A message that is begun must be changed once more at least, into the answer.
    if (book.find(this.#request.runId) !== undefined) return api.hasRoom("chat.update", channel);
    return api.hasRoom("chat.postMessage", channel) && api.hasRoom("chat.update", channel);
  }

  async show(text: string): Promise<boolean> {
    const { api, book, budget } = this.#parts;
    const { runId, key } = this.#request;
    const { channel, thread } = this.#address;
    const visible = splitMarkdown(toMrkdwn(text), { limit: shownLimit }).at(-1) ?? "";
    if (visible === "" || visible === this.#shown) return true;
    this.#shown = visible;
    const message = { text: visible, blocks: [sectionOf(visible), buttonRow("stop", key, runId)] };
    const place = book.find(runId);
    try {
      const [ts] = place?.messages ?? [];
      if (ts !== undefined) {
        await api.change(channel, ts, message);
        return true;
      }
    } catch (error) {
      if (slackErrorOf(error) !== "message_not_found" || this.#hasBeenLost) throw error;
      // Somebody deleted it: one more is posted, no third.
      this.#hasBeenLost = true;
    }
    this.#release ??= budget.hold("chat.update");
    const ts = await api.post(channel, { ...message, ...(thread !== undefined && { thread_ts: thread }) });
    await book.set(runId, { channel, messages: [ts] });
    return true;
  }

  async finish(end: DraftEnd): Promise<void> {
    const { api, book } = this.#parts;
    const { runId } = this.#request;
    this.#release?.();
    const [ts] = book.find(runId)?.messages ?? [];
    // What was answered is put in its place when it is sent.
    if (end === "answered" || ts === undefined) return;
    const { channel } = this.#address;
    await book.remove(runId);
    if (end !== "stopped" || book.isUnwanted(runId)) return removeIfThere(api, channel, ts);
    const text = `${this.#shown}\n_Stopped._`;
    try {
      await api.change(channel, ts, { text, blocks: [sectionOf(text)] });
    } catch (error) {
      if (slackErrorOf(error) !== "message_not_found") throw error;
    }
  }
}

function sectionOf(text: string): object {
  return { type: "section", text: { type: "mrkdwn", text, verbatim: true } };
}
