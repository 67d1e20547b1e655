import { type Bot, type Receipt, SessionNotFoundError, type SessionId } from "@keyturn/core";
import type { VisitorCaller } from "../access/caller.ts";
import { unauthenticated } from "../guard/secret-verifier.ts";
import { Problem } from "../problems/problem.ts";
import { webChatName } from "../webchat/web-chat.ts";
import type { VisitorBudgets } from "./visitor-budgets.ts";
import { keyOfVisitor, removerOfVisitor } from "./visitor-conversation.ts";
import type { CheckedVisitorOptions } from "./visitor-options.ts";
import type { VisitorRegister } from "./visitor-register.ts";

/** The parts that a visitor desk is made of. */
export interface VisitorDeskParts {
  readonly bot: Bot;
  readonly register: VisitorRegister;
  readonly budgets: VisitorBudgets;
  readonly options: CheckedVisitorOptions;
}

/** Where visitors send, and are forgotten. */
export class VisitorDesk {
  readonly budgets: VisitorBudgets;
  readonly register: VisitorRegister;
  readonly options: CheckedVisitorOptions;
  readonly #bot: Bot;
  /** Messages that are being taken in, by visitor. */
  readonly #receiving = new Map<string, Set<Promise<unknown>>>();

  constructor({ bot, register, budgets, options }: VisitorDeskParts) {
    this.#bot = bot;
    this.register = register;
    this.budgets = budgets;
    this.options = options;
  }

  /** The session of a visitor's conversation; undefined before anything was said, and after it was deleted. */
  find(id: string): Promise<SessionId | undefined> {
    return this.#bot.sessions.find(keyOfVisitor(id));
  }

  /**
   * Takes a message in, like one from any chat service.
   * @throws Problem `WEBCHAT_OFF`, `AUTHENTICATION_REQUIRED` when the visitor was forgotten meanwhile.
   * @throws InvalidInputError, StoreError
   */
  async receive({ visitorId }: VisitorCaller, text: string, messageId: string): Promise<Receipt> {
    if (!this.#bot.channels.includes(webChatName)) throw noVisitors();
    if (!this.register.isInForce(visitorId)) throw unauthenticated("The chat was ended meanwhile. Begin a new one.");
    const receiving = this.#receiving.get(visitorId) ?? new Set();
    this.#receiving.set(visitorId, receiving);
    const message = this.#bot.receive({
      key: keyOfVisitor(visitorId),
      platformMessageId: messageId,
      // Nobody else's name for them, and none of their own choice, which could be anybody's.
      sender: { id: visitorId, name: "Visitor" },
      isDirect: true,
      text,
    });
    receiving.add(message);
    try {
      return await message;
    } finally {
      receiving.delete(message);
      if (receiving.size === 0) this.#receiving.delete(visitorId);
    }
  }

  /**
   * Removes everything that a visitor said and was told, so that nobody can bring it back, and ends their token.
   * @throws NotAuthorizedError, StoreError: they then go on as before.
   */
  forget(id: string): Promise<void> {
    return this.register.forget(id, async () => {
      await this.#remove(id);
      // What was let in before the token ended may have begun the conversation anew.
      const late = [...(this.#receiving.get(id) ?? [])];
      if (late.length === 0) return;
      await Promise.allSettled(late);
      await this.#remove(id);
    });
  }

  async #remove(id: string): Promise<void> {
    const sessionId = await this.find(id);
    if (sessionId === undefined) return;
    const demand = { actor: removerOfVisitor(id), reason: "the visitor asked to be forgotten", isPurging: true };
    await this.#bot.sessions.delete(sessionId, demand).catch((error: unknown) => {
      if (!(error instanceof SessionNotFoundError)) throw error;
    });
  }
}

/** That this bot does not talk with visitors. */
export function noVisitors(): Problem {
  return new Problem("WEBCHAT_OFF", "This bot has no web chat for visitors. Turn it on where the bot is configured.");
}
