import { DeliveryError, type RunId } from "@keyturn/core";
import type { DraftBook, DraftPlace } from "@keyturn/core/channel-kit";
import type { SlackApi } from "./slack-api.ts";
import { slackErrorOf } from "./slack-failure.ts";
import type { Sign } from "./status.ts";

/** The reaction below a question that is being answered. */
const workingReaction = "eyes";

/** The parts that a reaction is made of. */
export interface QuestionReactionParts {
  readonly api: SlackApi;
  /** Which questions have the reaction: what a crash leaves there is taken off at the next start. */
  readonly book: DraftBook;
  readonly runId: RunId;
  readonly channel: string;
  /** The question's `ts`. */
  readonly question: string;
}

/** A reaction to the question, for where Slack has no status: it stays until somebody takes it off. */
export class QuestionReaction implements Sign {
  readonly #parts: QuestionReactionParts;

  constructor(parts: QuestionReactionParts) {
    this.#parts = parts;
  }

  async show(): Promise<void> {
    const { api, book, runId, channel, question } = this.#parts;
    // Written down before it is there: nobody would know of it after a crash between the two.
    await book.set(runId, { channel, messages: [question] });
    try {
      await react(api, "reactions.add", channel, question);
    } catch (error) {
      if (slackErrorOf(error) === "already_reacted") return;
      if (!mayPass(error)) await book.remove(runId);
      throw error;
    }
  }

  async hide(): Promise<void> {
    const { api, book, runId, channel, question } = this.#parts;
    await takeReactionsOff(api, { channel, messages: [question] });
    await book.remove(runId);
  }
}

/** Takes the reaction off; where that can never be done it is left. @throws DeliveryError when it may be done later. */
export async function takeReactionsOff(api: SlackApi, { channel, messages }: DraftPlace): Promise<void> {
  for (const question of messages) {
    try {
      await react(api, "reactions.remove", channel, question);
    } catch (error) {
      if (mayPass(error)) throw error;
    }
  }
}

async function react(api: SlackApi, method: string, channel: string, timestamp: string): Promise<void> {
  await api.call(method, { channel, timestamp, name: workingReaction }, { lane: channel });
}

function mayPass(error: unknown): boolean {
  return error instanceof DeliveryError && error.isRetryable;
}
