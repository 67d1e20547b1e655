import type { VisitorCaller } from "../access/caller.ts";
import { digestOf } from "../access/issued-secret.ts";
import type { RequestFacts } from "../guard/request-facts.ts";
import { type SecretVerifier, unauthenticated } from "../guard/secret-verifier.ts";
import type { VisitorBudgets } from "./visitor-budgets.ts";
import { actorOfVisitor } from "./visitor-conversation.ts";
import type { VisitorRegister } from "./visitor-register.ts";

/** Tokens that were refused and are remembered; beyond, the one that came first is forgotten. */
const rememberedTokens = 1_000;

/** Lets visitors in by their token. A wrong one is a wrong secret like any other, and costs the same budget. */
export class VisitorDoor {
  readonly #register: VisitorRegister;
  readonly #budgets: VisitorBudgets;
  readonly #verifier: SecretVerifier;
  /** Hashes of tokens that are nobody's. */
  readonly #refused = new Set<string>();

  constructor(register: VisitorRegister, budgets: VisitorBudgets, verifier: SecretVerifier) {
    this.#register = register;
    this.#budgets = budgets;
    this.#verifier = verifier;
  }

  /**
   * @throws Problem `AUTHENTICATION_REQUIRED`, `TRIES_EXHAUSTED`, `VISITOR_LIMIT_REACHED`
   * @throws StoreError
   */
  async verify(text: string, facts: RequestFacts): Promise<VisitorCaller> {
    const register = this.#register;
    await register.load();
    const detail = "The chat that this token is of has ended. Begin a new one.";
    // A page that was left open asks with an ended token again and again: that is one try, and locks nobody out.
    const digest = digestOf(text);
    if (this.#refused.has(digest)) throw unauthenticated(detail);
    const find = () => register.find(text) ?? this.#refuse(digest);
    const record = this.#verifier.verifySecret(facts.address, find, detail);
    const { id } = record;
    // Whoever has it was no stranger: that is not a guess.
    if (!register.isInForce(id)) throw unauthenticated(detail);
    this.#budgets.spendRequest(id);
    register.noteUse(record);
    return {
      actor: actorOfVisitor(id),
      role: "visitor",
      visitorId: id,
      isAmbient: false,
      holds: () => Promise.resolve(register.isInForce(id)),
    };
  }

  #refuse(digest: string): undefined {
    this.#refused.add(digest);
    if (this.#refused.size <= rememberedTokens) return;
    const [first] = this.#refused;
    if (first !== undefined) this.#refused.delete(first);
  }
}
