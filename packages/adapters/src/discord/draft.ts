import type { Clock, Draft, DraftEnd, Logger, RunId, Timer } from "@keyturn/core";
import type { DraftBook, EditPacer, PendingWork } from "@keyturn/core/channel-kit";
import { splitMarkdown } from "@keyturn/core/text";
import type { DiscordApi } from "./api.ts";
import { stopRow } from "./buttons.ts";
import { nonceOf } from "./nonce.ts";
import { isGone } from "./rest-failure.ts";
import { toDiscordMarkdown } from "./text/discord-markdown.ts";
import type { Target } from "./thread-opener.ts";
import { Typing } from "./typing.ts";

/** The first text is shown when it is this long, in UTF-16 code units, … */
const firstLength = 80;

/** … or when the run has lasted this long, in milliseconds. */
const firstMilliseconds = 1_000;

/** How much of a long text stands in a draft, in UTF-16 code units; what follows it needs room below Discord's 2,000. */
const shownLimit = 1_900;

/** The parts that drafts are made of. */
export interface DraftParts {
  readonly api: DiscordApi;
  readonly book: DraftBook;
  readonly pacer: EditPacer;
  /** Ends of drafts, which a stop waits for. */
  readonly ends: PendingWork;
  readonly clock: Clock;
  readonly log: Logger;
}

/** An answer while it is being written: typing at once, then one message that is edited at a calm pace. */
export class DiscordDraft implements Draft {
  readonly #parts: DraftParts;
  readonly #runId: RunId;
  readonly #begunAt: number;
  readonly #target: Promise<Target>;
  #typing: Typing | undefined;
  #text = "";
  #shown = "";
  #timer: Timer | undefined;
  #writing: Promise<void> | undefined;
  #isQuiet = false;
  #hasBeenLost = false;

  /** @param findTarget opens the thread, where the answer goes to one. */
  constructor(parts: DraftParts, runId: RunId, findTarget: () => Promise<Target>) {
    this.#parts = parts;
    this.#runId = runId;
    this.#begunAt = parts.clock.monotonic();
    this.#target = findTarget();
    this.#target.then(
      ({ channelId }) => {
        if (!this.#isQuiet) this.#typing = new Typing(parts, channelId);
      },
      (error: unknown) => this.#giveUp(error),
    );
  }

  /** Takes the text and returns at once: how often it is shown is the draft's own to decide. */
  update(text: string): Promise<void> {
    this.#text = text;
    this.#plan();
    return Promise.resolve();
  }

  silence(): void {
    this.#isQuiet = true;
    this.#timer?.cancel();
    this.#typing?.stop();
  }

  end(end: DraftEnd): Promise<void> {
    this.silence();
    return this.#parts.ends.add(this.#end(end));
  }

  async #end(end: DraftEnd): Promise<void> {
    await this.#writing;
    // What was answered is put in the draft's place when it is sent.
    const { book, api } = this.#parts;
    const place = book.find(this.#runId);
    const [message] = place?.messages ?? [];
    if (end === "answered" || place === undefined || message === undefined) return;
    try {
      if (end === "stopped" && !book.isUnwanted(this.#runId)) {
        await api.change(place.channel, message, { content: `${this.#shown}\n-# Stopped.`, components: [] });
      } else await api.remove(place.channel, message);
    } catch (error) {
      // It stays in the book, and is taken away at the next start.
      if (!isGone(error)) throw error;
    }
    await book.remove(this.#runId);
  }

  /** Shows the newest text when its time has come. */
  #plan(): void {
    if (this.#isQuiet || this.#timer !== undefined || this.#writing !== undefined) return;
    const { clock } = this.#parts;
    const isFirst = this.#shown === "";
    const early = isFirst && this.#text.length < firstLength;
    const wait = early ? Math.max(0, this.#begunAt + firstMilliseconds - clock.monotonic()) : 0;
    this.#timer = clock.startTimer(wait, () => {
      this.#timer = undefined;
      this.#begin();
    });
  }

  #begin(): void {
    if (this.#isQuiet || this.#text.trim() === "") return;
    this.#writing = this.#write()
      .catch((error: unknown) => this.#giveUp(error))
      .finally(() => {
        this.#writing = undefined;
        if (this.#text !== "" && this.#visible() !== this.#shown) this.#plan();
      });
  }

  async #write(): Promise<void> {
    const { api, book, pacer } = this.#parts;
    const { channelId, replyTo } = await this.#target;
    await this.#rest(pacer.reserve(channelId));
    if (this.#isQuiet) return;
    const content = this.#visible();
    const [message] = book.find(this.#runId)?.messages ?? [];
    const components = [stopRow(this.#runId)];
    this.#shown = content;
    try {
      if (message !== undefined) return await api.change(channelId, message, { content, components });
    } catch (error) {
      if (!isGone(error) || this.#hasBeenLost) throw error;
      // Somebody deleted it: one more is posted, no third.
      this.#hasBeenLost = true;
      await book.remove(this.#runId);
    }
    const nonce = nonceOf(`draft/${this.#runId}/${this.#hasBeenLost ? 1 : 0}`);
    const reference =
      replyTo === undefined ? {} : { message_reference: { message_id: replyTo, fail_if_not_exists: false } };
    const posted = await api.post(channelId, nonce, { content, components, ...reference });
    await book.set(this.#runId, { channel: channelId, messages: [posted] });
  }

  /** Waits for the draft's moment, and no longer than the run lasts. */
  async #rest(milliseconds: number): Promise<void> {
    if (milliseconds === 0) return;
    await new Promise<void>((resolve) => {
      const { clock } = this.#parts;
      const timer = clock.startTimer(milliseconds, resolve);
      this.#timer = {
        cancel: () => {
          timer.cancel();
          resolve();
        },
      };
    });
    this.#timer = undefined;
  }

  /** The newest part that one message holds. */
  #visible(): string {
    return splitMarkdown(toDiscordMarkdown(this.#text), { limit: shownLimit }).at(-1) ?? "";
  }

  /** A draft is a courtesy: the answer comes all the same. */
  #giveUp(error: unknown): void {
    this.silence();
    this.#parts.log.warn({ err: error, runId: this.#runId }, "The draft of an answer could not be shown.");
  }
}
