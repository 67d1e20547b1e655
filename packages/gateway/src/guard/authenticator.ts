import type { Surface } from "@keyturn/core";
import type { AccessRegister } from "../access/access-register.ts";
import type { LoginRecord, TokenRecord } from "../access/access-records.ts";
import type { Caller, VisitorCaller } from "../access/caller.ts";
import { bindingOf, digestOf, tokenIdOf, visitorIdOf } from "../access/issued-secret.ts";
import type { LoginCookie } from "../access/login-cookie.ts";
import type { VisitorDoor } from "../visitors/visitor-door.ts";
import { Problem } from "../problems/problem.ts";
import type { ProxyIdentity } from "./proxy-identity.ts";
import type { RequestFacts } from "./request-facts.ts";
import { areSecretsEqual } from "./secret.ts";
import { type SecretVerifier, unauthenticated } from "./secret-verifier.ts";
import { tokenPattern } from "./token-pattern.ts";

/** Where the operator's token comes from: itself, or a function that is asked for each request, so that it can change. */
export type TokenSource = string | (() => string | Promise<string>);

/** Which surfaces a caller may name for the audit log, in `X-Keyturn-Surface`. */
const namedSurfaces: ReadonlySet<Surface> = new Set<Surface>(["http", "command-line"]);

const bearerPattern = /^Bearer +([\x21-\x7e]+) *$/i;

/** Cookies that were refused and are remembered; beyond, the one that came first is forgotten. */
const rememberedCookies = 1_000;

/** The parts that an authenticator is made of. */
export interface AuthenticatorParts {
  readonly token: TokenSource;
  readonly register: AccessRegister;
  readonly verifier: SecretVerifier;
  readonly cookie: LoginCookie;
  /** Undefined where no proxy says who somebody is. */
  readonly proxyIdentity: ProxyIdentity | undefined;
  /** Undefined where there are no visitors. */
  readonly visitors: VisitorDoor | undefined;
}

/** Finds out who sent a request, each time anew: what was revoked or replaced a moment ago is of no use now. */
export class Authenticator {
  readonly #parts: AuthenticatorParts;
  /** Hashes of cookies that are of no login. */
  readonly #refusedCookies = new Set<string>();

  constructor(parts: AuthenticatorParts) {
    this.#parts = parts;
  }

  /**
   * @throws Problem `AUTHENTICATION_REQUIRED` without credentials, or with wrong ones.
   * @throws Problem `CREDENTIALS_AMBIGUOUS` with a token and a cookie: which of them a check is about must be plain.
   * @throws Problem `TRIES_EXHAUSTED` when too many wrong ones came.
   */
  async authenticate(facts: RequestFacts): Promise<Caller | VisitorCaller> {
    const { cookie, proxyIdentity, visitors } = this.#parts;
    const token = bearerPattern.exec(facts.header("authorization") ?? "")?.[1];
    const value = cookie.read(facts.header("cookie"), facts.port);
    if (token !== undefined && value !== undefined) throw this.#refuseBoth(facts);
    // Here alone: a visitor's token is good for nothing where a token is exchanged for a login.
    if (token !== undefined && visitorIdOf(token) !== undefined && visitors !== undefined) {
      return visitors.verify(token, facts);
    }
    if (token !== undefined) return this.verifyToken(token, facts);
    if (value !== undefined) return this.#verifyCookie(value, facts);
    if (proxyIdentity?.isClaimed(facts) === true) return this.#believeProxy(proxyIdentity, facts);
    throw unauthenticated("Send a token: Authorization: Bearer <token>. Browsers log in with a code.");
  }

  /**
   * Whose token a text is.
   * @throws Problem `AUTHENTICATION_REQUIRED`, `TRIES_EXHAUSTED`
   */
  async verifyToken(text: string, facts: RequestFacts): Promise<Caller> {
    const { register, verifier } = this.#parts;
    const expected = await this.operatorToken();
    // A damaged store keeps nobody out whose token is not in it.
    if (tokenIdOf(text) !== undefined) await register.load();
    const found = verifier.verifySecret<TokenRecord | "operator">(
      facts.address,
      () => (areSecretsEqual(text, expected) ? "operator" : register.findToken(text)),
      "The token is wrong. Look where the bot was started: it says where its token is.",
    );
    if (found === "operator") return this.#operator(text, facts);
    // Whoever has it was no stranger: that is not a guess.
    if (found.revokedAt !== null) throw unauthenticated("The token was revoked. Ask an admin for another one.");
    register.noteUse(found);
    const { id, label, role } = found;
    return {
      actor: { kind: "operator", id, label, surface: surfaceOf(facts) },
      role,
      source: { kind: "token", tokenId: id },
      loginId: undefined,
      isAmbient: false,
      holds: () => Promise.resolve(register.isTokenInForce(id)),
    };
  }

  /**
   * The operator's token as it is now. One that is blank or too short is no token: nobody gets in with it.
   * @throws Error when the function that gives it fails, or gives something else.
   */
  async operatorToken(): Promise<string> {
    const source = this.#parts.token;
    const token = typeof source === "string" ? source : await source();
    if (tokenPattern.test(token)) return token;
    throw new Error("The function `token` gave something that is no token: 16 to 512 visible ASCII characters.");
  }

  #operator(text: string, facts: RequestFacts): Caller {
    return {
      actor: { kind: "operator", id: "token", label: "operator", surface: surfaceOf(facts) },
      role: "admin",
      source: { kind: "operator" },
      loginId: undefined,
      isAmbient: false,
      holds: async () => areSecretsEqual(text, await this.operatorToken()),
    };
  }

  async #verifyCookie(value: string, facts: RequestFacts): Promise<Caller> {
    const { register, verifier } = this.#parts;
    await register.load();
    const isTied = await this.#tieOf(value);
    const detail = "The cookie is of no login session. Log in again.";
    // A browser sends an old cookie again with everything it asks for: that is one try, and no reason to lock it out.
    const digest = digestOf(value);
    if (this.#refusedCookies.has(digest)) throw unauthenticated(detail);
    const find = () => register.findLogin(value) ?? this.#refuseCookie(digest);
    const login = verifier.verifySecret(facts.address, find, detail);
    if (!register.isLoginInForce(login) || !isTied(login)) {
      throw unauthenticated("The login session is over: it expired, or was ended. Log in again.");
    }
    register.noteUse(login);
    const { id, actorId, label, role, source } = login;
    return {
      actor: { kind: "operator", id: actorId, label, surface: "dashboard" },
      role,
      source,
      loginId: id,
      isAmbient: true,
      holds: async () => register.isLoginInForce(login) && (await this.#tieOf(value))(login),
    };
  }

  #refuseCookie(digest: string): undefined {
    this.#refusedCookies.add(digest);
    if (this.#refusedCookies.size <= rememberedCookies) return;
    const [first] = this.#refusedCookies;
    if (first !== undefined) this.#refusedCookies.delete(first);
  }

  /** Whether a login's rights come from the operator's token as it is now, if they come from it at all. */
  async #tieOf(value: string): Promise<(login: LoginRecord) => boolean> {
    const token = await this.operatorToken();
    return ({ binding }) => binding === null || areSecretsEqual(binding, bindingOf(value, token));
  }

  /** What stands behind a proxy has cookies of the proxy's, which browsers send by themselves. */
  #believeProxy(identity: ProxyIdentity, facts: RequestFacts): Caller {
    const detail = "The header that says who you are did not come from the proxy: its secret is missing or wrong.";
    if (!identity.isTry(facts)) throw unauthenticated(detail);
    // By the connection's address: whoever connects from where a proxy may be can put any other into a header.
    const { name, role } = this.#parts.verifier.verifySecret(facts.peer, () => identity.read(facts), detail);
    if (role === undefined) throw new Problem("ROLE_INSUFFICIENT", "You have no role here. Ask an admin for one.");
    return {
      actor: { kind: "operator", id: `proxy:${name}`, label: name, surface: surfaceOf(facts) },
      role,
      source: { kind: "proxy" },
      loginId: undefined,
      isAmbient: true,
      holds: () => Promise.resolve(true),
    };
  }

  /** Counted as one wrong try, whatever the two are: the answer tells nothing about either. */
  #refuseBoth(facts: RequestFacts): Problem {
    this.#parts.verifier.chargeTry(facts.address);
    return new Problem("CREDENTIALS_AMBIGUOUS", "Send a bearer token or a cookie, not both.");
  }
}

function surfaceOf(facts: RequestFacts): Surface {
  const surface = facts.header("x-keyturn-surface") ?? "http";
  return namedSurfaces.has(surface) ? surface : "http";
}
