import { type Clock, DeliveryError, type Logger, type OutboundPiece } from "@keyturn/core";
import { forgetOldest } from "@keyturn/core/channel-kit";
import { z } from "zod";
import { type SlackReplyAddress, replyAddressOf } from "./place.ts";
import type { SlackApi } from "./slack-api.ts";
import { adviceOf } from "./slack-failure.ts";

/** How long a person is told of the same trouble in the same channel no more, in milliseconds. */
const quietMilliseconds = 3_600_000;

/** Most complaints that are remembered. */
const mostComplaints = 1_000;

const opened = z.object({ channel: z.object({ id: z.string() }) });

/** The parts that complaints are made with. */
export interface ComplaintParts {
  readonly api: SlackApi;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Tells people in their direct messages why they get no answer where they asked, when somebody in Slack can mend that. */
export class Complaints {
  readonly #parts: ComplaintParts;
  readonly #saidAt = new Map<string, number>();

  constructor(parts: ComplaintParts) {
    this.#parts = parts;
  }

  /** Tells whoever asked, where that is known and of use. What goes wrong with it is told to the log; never rejects. */
  async tell(piece: OutboundPiece, error: unknown): Promise<void> {
    const advice = adviceOf(error);
    const address = replyAddressOf(piece.key, piece.replyAddress);
    const { user, channel } = address;
    const isFinal = error instanceof DeliveryError && !error.isRetryable;
    if (!isFinal || advice === undefined || user === undefined || this.#isSaid(address, advice)) return;
    try {
      const { id } = opened.parse(
        await this.#parts.api.call("conversations.open", { users: user }, { lane: user }),
      ).channel;
      // Where they cannot be told in the direct messages themselves, there is no other place.
      if (id !== channel) await this.#parts.api.post(id, { text: `I cannot answer you in <#${channel}>: ${advice}.` });
    } catch (cause) {
      this.#parts.log.warn({ err: cause, channel }, "A person could not be told why they get no answer.");
    }
  }

  #isSaid({ user, channel }: SlackReplyAddress, advice: string): boolean {
    const complaint = `${user} ${channel} ${advice}`;
    const now = this.#parts.clock.monotonic();
    const saidAt = this.#saidAt.get(complaint);
    if (saidAt !== undefined && now - saidAt < quietMilliseconds) return true;
    this.#saidAt.delete(complaint);
    this.#saidAt.set(complaint, now);
    forgetOldest(this.#saidAt, mostComplaints);
    return false;
  }
}
