import type { Clock } from "@keyturn/core";
import { TryLimiter } from "../guard/try-limiter.ts";
import { Problem } from "../problems/problem.ts";

/** Visitors that one address may begin within a minute: an office behind one address stays below. */
const visitorsPerAddress = 10;

/** Visitors that all addresses together may begin within a minute: each costs a write, and a place. */
const visitorsOverall = 60;

/** Messages of all visitors behind one address within a minute: each may cost a call of a model. */
const messagesPerAddress = 60;

/** Stops, resets and the like of one visitor within a minute: each is a line of the audit log. */
const actsPerVisitor = 20;

/** Requests of one visitor within a minute; a page that cannot have a stream reads every two seconds. */
const requestsPerVisitor = 240;

const everywhere = "everywhere";

/** What visitors may use up. Wrong secrets are counted elsewhere: a busy page must not keep an operator out. */
export class VisitorBudgets {
  readonly #begun: TryLimiter;
  readonly #begunOverall: TryLimiter;
  readonly #messages: TryLimiter;
  readonly #messagesByAddress: TryLimiter;
  readonly #acts: TryLimiter;
  readonly #requests: TryLimiter;

  constructor(clock: Clock, messagesPerMinute: number) {
    this.#begun = new TryLimiter(clock, visitorsPerAddress);
    this.#begunOverall = new TryLimiter(clock, visitorsOverall);
    this.#messages = new TryLimiter(clock, messagesPerMinute);
    this.#messagesByAddress = new TryLimiter(clock, messagesPerAddress);
    this.#acts = new TryLimiter(clock, actsPerVisitor);
    this.#requests = new TryLimiter(clock, requestsPerVisitor);
  }

  /** Somebody begins. @throws Problem `VISITOR_LIMIT_REACHED` */
  spendVisitor(address: string): void {
    spend("Too many people began a chat just now.", [this.#begun, address], [this.#begunOverall, everywhere]);
  }

  /** A visitor sends a message. @throws Problem `VISITOR_LIMIT_REACHED` */
  spendMessage(id: string, address: string): void {
    spend("Too many messages came.", [this.#messages, id], [this.#messagesByAddress, address]);
  }

  /** A visitor stops, resets or deletes. @throws Problem `VISITOR_LIMIT_REACHED` */
  spendAct(id: string): void {
    spend("That was done too often.", [this.#acts, id]);
  }

  /** A visitor asks for something. @throws Problem `VISITOR_LIMIT_REACHED` */
  spendRequest(id: string): void {
    spend("Too many requests came.", [this.#requests, id]);
  }
}

/** Charges each when none is used up. */
function spend(what: string, ...budgets: readonly (readonly [TryLimiter, string])[]): void {
  const wait = Math.max(...budgets.map(([limiter, who]) => limiter.waitOf(who)));
  if (wait > 0) {
    const seconds = Math.ceil(wait / 1000);
    throw new Problem("VISITOR_LIMIT_REACHED", `${what} Try again in ${seconds} s.`, {
      headers: { "Retry-After": String(seconds) },
    });
  }
  for (const [limiter, who] of budgets) limiter.charge(who);
}
