import type { Logger, PluginContext } from "@keyturn/core";
import { HeldEdits } from "@keyturn/core/channel-kit";
import type { Message, PartialMessage } from "discord.js";
import type { DiscordOptions } from "./discord-options.ts";
import { conversationOfMessage, conversationOfOld } from "./message-place.ts";
import type { DiscordPlace } from "./place.ts";
import { quoteOf } from "./quote.ts";
import { readMessage } from "./read-message.ts";

/** The parts that changes are taken in with. */
export interface AmendmentParts {
  readonly context: Pick<PluginContext, "edit" | "withdraw">;
  readonly options: DiscordOptions;
  readonly log: Logger;
  /** A message was withdrawn while a run had it: its draft is to go. */
  readonly discardDraft: (runId: string) => Promise<void>;
}

/** Hands to the core what people change and delete. */
export class Amendments {
  readonly #parts: AmendmentParts;
  readonly #edits = new HeldEdits();

  constructor(parts: AmendmentParts) {
    this.#parts = parts;
  }

  /** A person changed a message. @throws StoreError */
  async edit(message: Message, place: DiscordPlace): Promise<void> {
    const { context, options, log } = this.#parts;
    const quote = await quoteOf(message, (error) => log.debug({ err: error }, "A quoted message cannot be read."));
    const conversation = conversationOfMessage(message, place, options);
    const { key, text, sender } = readMessage(message, conversation, quote, () => false);
    await this.#edits.make(() => context.edit({ key, platformMessageId: message.id, text, sender }));
  }

  /** A message was deleted. @throws StoreError */
  async withdraw(message: Message | PartialMessage, place: DiscordPlace): Promise<void> {
    const { context, options, discardDraft } = this.#parts;
    const conversation = conversationOfOld(message, place, options);
    if (conversation === undefined) return;
    const outcome = await context.withdraw({ key: conversation.key, platformMessageId: message.id });
    if (outcome.kind === "stopped") await discardDraft(outcome.runId);
  }

  /** A run is over: what was changed of its messages meanwhile is written down. */
  finish(runId: string): Promise<void> {
    return this.#edits.finish(runId);
  }
}
