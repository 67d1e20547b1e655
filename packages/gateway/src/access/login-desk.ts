import type { Authenticator } from "../guard/authenticator.ts";
import type { RequestFacts } from "../guard/request-facts.ts";
import { type SecretVerifier, unauthenticated } from "../guard/secret-verifier.ts";
import type { LabelledActor } from "./caller.ts";
import type { AccessRegister, LoginGrant } from "./access-register.ts";
import { bindingOf } from "./issued-secret.ts";
import type { LoginCodes } from "./login-codes.ts";

/** The parts that a login desk is made of. */
export interface LoginDeskParts {
  readonly authenticator: Authenticator;
  readonly verifier: SecretVerifier;
  readonly register: AccessRegister;
  readonly codes: LoginCodes;
}

/** A login that was just made. */
export interface NewLogin {
  readonly id: string;
  readonly actor: LabelledActor;
  /** Goes into the cookie, and is kept by nobody else. */
  readonly value: string;
}

/** Where a code or a token is exchanged for a login session. What it may do comes from them, never from the request. */
export class LoginDesk {
  readonly #parts: LoginDeskParts;

  constructor(parts: LoginDeskParts) {
    this.#parts = parts;
  }

  /** @throws Problem `AUTHENTICATION_REQUIRED`, `TRIES_EXHAUSTED` @throws StoreError */
  async byCode(code: string, facts: RequestFacts): Promise<NewLogin> {
    const { verifier, codes, authenticator } = this.#parts;
    // Before anything is checked: a login that is made while the token is replaced is tied to the old one, and void.
    const token = await authenticator.operatorToken();
    const detail = "The code is wrong, was used, or is older than five minutes. `keyturn login` makes another one.";
    const { maker, ...grant } = verifier.verifySecret(facts.address, () => codes.take(code), detail);
    if (!(await maker.holds())) throw unauthenticated("Whoever made the code may not come in any more.");
    return this.#open({ ...grant, source: maker.source }, token);
  }

  /** @throws Problem `AUTHENTICATION_REQUIRED`, `TRIES_EXHAUSTED` @throws StoreError */
  async byToken(text: string, facts: RequestFacts): Promise<NewLogin> {
    const { authenticator } = this.#parts;
    const token = await authenticator.operatorToken();
    const { actor, role, source } = await authenticator.verifyToken(text, facts);
    return this.#open({ actorId: actor.id, label: actor.label, role, source }, token);
  }

  async #open(grant: LoginGrant, operatorToken: string): Promise<NewLogin> {
    const { actorId, label, role, source } = grant;
    const isTied = source.kind === "operator";
    const issued = await this.#parts.register.createLogin({ actorId, label, role, source }, (value) =>
      isTied ? bindingOf(value, operatorToken) : null,
    );
    const actor: LabelledActor = { kind: "operator", id: actorId, label, surface: "dashboard" };
    return { id: issued.id, actor, value: issued.text };
  }
}
