import type { OperatorActor, Surface } from "@keyturn/core";
import { Problem } from "../problems/problem.ts";
import type { RequestFacts } from "./request-facts.ts";
import type { Role } from "./role.ts";
import { areSecretsEqual } from "./secret.ts";
import type { TryLimiter } from "./try-limiter.ts";

/** Whoever sent a request, as far as the gateway knows; what they may do is never taken from the request itself. */
export interface Caller {
  readonly actor: OperatorActor;
  readonly role: Role;
}

/** Where the operator's token comes from: itself, or a function that is asked for each request, so that it can change. */
export type TokenSource = string | (() => string | Promise<string>);

/** The form of a token: long enough not to be guessed, and fit for a header. */
export const tokenPattern: RegExp = /^[\x21-\x7e]{16,512}$/;

/** Which surfaces a caller may name for the audit log, in `X-Keyturn-Surface`. */
const namedSurfaces: ReadonlySet<Surface> = new Set<Surface>(["http", "command-line"]);

const bearerPattern = /^Bearer +([\x21-\x7e]+) *$/i;

/** Finds out who sent a request. */
export class Authenticator {
  readonly #token: TokenSource;
  readonly #limiter: TryLimiter;

  constructor(token: TokenSource, limiter: TryLimiter) {
    this.#token = token;
    this.#limiter = limiter;
  }

  /**
   * @throws Problem `AUTHENTICATION_REQUIRED` without the right bearer token.
   * @throws Problem `TRIES_EXHAUSTED` when the address sent too many wrong ones, whatever it sends now: an answer to a
   * right one would make guessing worth while.
   */
  async authenticate(facts: RequestFacts): Promise<Caller> {
    const candidate = bearerPattern.exec(facts.header("authorization") ?? "")?.[1];
    if (candidate === undefined) throw unauthenticated("Send the operator's token: Authorization: Bearer <token>.");
    const expected = await this.#resolveToken();
    // From here to the charge nothing is awaited: tries that come at the same time are counted one after the other.
    const wait = this.#limiter.waitOf(facts.address);
    if (wait > 0) throw triesExhausted(wait);
    if (!areSecretsEqual(candidate, expected)) {
      this.#limiter.charge(facts.address);
      throw unauthenticated("The token is wrong. Look where the bot was started: it says where its token is.");
    }
    const surface = facts.header("x-keyturn-surface") ?? "http";
    return {
      actor: { kind: "operator", id: "token", surface: namedSurfaces.has(surface) ? surface : "http" },
      role: "admin",
    };
  }

  /** A token that is blank or too short is no token: nobody gets in with it. */
  async #resolveToken(): Promise<string> {
    const token = typeof this.#token === "string" ? this.#token : await this.#token();
    if (tokenPattern.test(token)) return token;
    throw new Error("The function `token` gave something that is no token: 16 to 512 visible ASCII characters.");
  }
}

function unauthenticated(detail: string): Problem {
  return new Problem("AUTHENTICATION_REQUIRED", detail, {
    headers: { "WWW-Authenticate": 'Bearer realm="keyturn"' },
  });
}

function triesExhausted(milliseconds: number): Problem {
  const seconds = Math.ceil(milliseconds / 1000);
  return new Problem("TRIES_EXHAUSTED", `Too many wrong tokens came from this address. Try again in ${seconds} s.`, {
    headers: { "Retry-After": String(seconds) },
  });
}
