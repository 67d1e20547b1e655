import type { Clock, Logger } from "@keyturn/core";
import type { GrantedRole } from "../guard/role.ts";
import { areSecretsEqual } from "../guard/secret.ts";
import { Problem } from "../problems/problem.ts";
import { type AccessRecords, type LoginRecord, type TokenRecord, noAccessRecords } from "./access-records.ts";
import type { AccessStore } from "./access-store.ts";
import { type IssuedSecret, digestOf, issueCookieValue, issueToken, loginIdOf, tokenIdOf } from "./issued-secret.ts";

/**
 * How long a login may go without a request, in milliseconds: 12 h. It lasts a working day, and a browser that is left
 * open in the evening is logged out in the morning.
 */
const idleMilliseconds = 12 * 3_600_000;

/**
 * How long a login lasts at most, in milliseconds: 7 days. NIST SP 800-63B lets a login by one factor last 30 days; an
 * admin of a bot can read what people wrote, so it is a week here.
 */
export const absoluteMilliseconds: number = 7 * 24 * 3_600_000;

/** When something was used last is written down this coarsely, in milliseconds: not every request is to write a file. */
const coarseMilliseconds = 300_000;

/** Tokens, and logins, that are kept: above what people need, and small to write. */
const mostRecords = 1_000;

/** What a new login is made of. */
export type LoginGrant = Pick<LoginRecord, "actorId" | "label" | "role" | "source">;

/** The access tokens and login sessions that there are. The store is read once; every change is durable before it counts. */
export class AccessRegister {
  readonly #store: AccessStore;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #onRevoke: () => void;
  #records: AccessRecords = noAccessRecords;
  #loaded: Promise<void> | undefined;
  #lastChange: Promise<unknown> = Promise.resolve();
  /** Whose use is being written down. */
  readonly #noting = new Set<string>();

  /** @param onRevoke told after something was revoked; must not throw. */
  constructor(store: AccessStore, clock: Clock, log: Logger, onRevoke: () => void) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
    this.#onRevoke = onRevoke;
  }

  /**
   * Sees that the store was read; what follows needs it.
   * @throws StoreError
   */
  load(): Promise<void> {
    this.#loaded ??= this.#read().catch((error: unknown) => {
      this.#loaded = undefined;
      throw error;
    });
    return this.#loaded;
  }

  /** Every token, revoked ones included, in the order in which they were made. */
  get tokens(): readonly TokenRecord[] {
    return this.#records.tokens;
  }

  /** The logins that are in force. */
  get logins(): readonly LoginRecord[] {
    return this.#records.logins.filter((login) => this.isLoginInForce(login));
  }

  /** The token that a text is, also when it was revoked; undefined when it is none. */
  findToken(text: string): TokenRecord | undefined {
    const id = tokenIdOf(text);
    const record = this.#records.tokens.find((token) => token.id === id);
    return record !== undefined && areSecretsEqual(digestOf(text), record.digest) ? record : undefined;
  }

  /** The login that a cookie's value stands for, also when it is over; undefined when there is none. */
  findLogin(value: string): LoginRecord | undefined {
    const id = loginIdOf(value);
    const record = this.#records.logins.find((login) => login.id === id);
    return record !== undefined && areSecretsEqual(digestOf(value), record.digest) ? record : undefined;
  }

  /** Whether a token is there and not revoked. */
  isTokenInForce(id: string): boolean {
    return this.#records.tokens.some((token) => token.id === id && token.revokedAt === null);
  }

  /** Whether a login is there, not revoked, not expired, and the token that it came from is in force. */
  isLoginInForce({ id }: Pick<LoginRecord, "id">): boolean {
    const login = this.#records.logins.find((candidate) => candidate.id === id);
    if (login === undefined || login.revokedAt !== null || this.#isExpired(login)) return false;
    return login.source.kind !== "token" || this.isTokenInForce(login.source.tokenId);
  }

  /** Makes a token. @throws StoreError, Problem `TOKENS_EXHAUSTED` */
  async createToken(
    label: string,
    role: GrantedRole,
  ): Promise<{ readonly record: TokenRecord; readonly text: string }> {
    const { name, text, digest } = issueToken();
    const createdAt = this.#clock.now();
    const record = { id: `t_${name}`, label, role, digest, createdAt, lastUsedAt: null, revokedAt: null };
    await this.#change((records) => ({ ...records, tokens: [...makeRoom(records.tokens), record] }));
    return { record, text };
  }

  /** Makes a login. @param bind gives the binding of a cookie's value. @throws StoreError */
  async createLogin(grant: LoginGrant, bind: (value: string) => string | null): Promise<IssuedSecret & { id: string }> {
    const issued = issueCookieValue();
    const now = this.#clock.now();
    const id = `l_${issued.name}`;
    const times = { createdAt: now, lastUsedAt: now, revokedAt: null };
    const record = { ...grant, id, digest: issued.digest, binding: bind(issued.text), ...times };
    await this.#change(({ tokens, logins }) => {
      const kept = logins.filter((login) => login.revokedAt === null && !this.#isExpired(login));
      return { tokens, logins: [...kept.slice(1 - mostRecords), record] };
    });
    return { ...issued, id };
  }

  /** Ends a token, and every login that came from it; false when there is no such token in force. @throws StoreError */
  async revokeToken(id: string): Promise<boolean> {
    if (!this.isTokenInForce(id)) return false;
    const revokedAt = this.#clock.now();
    await this.#change((records) => ({
      ...records,
      tokens: records.tokens.map((token) => (token.id === id ? { ...token, revokedAt } : token)),
    }));
    this.#onRevoke();
    return true;
  }

  /** Ends a login; false when there is no such login in force. @throws StoreError */
  async revokeLogin(id: string): Promise<boolean> {
    if (!this.isLoginInForce({ id })) return false;
    const revokedAt = this.#clock.now();
    await this.#change((records) => ({
      ...records,
      logins: records.logins.map((login) => (login.id === id ? { ...login, revokedAt } : login)),
    }));
    this.#onRevoke();
    return true;
  }

  /** Something was used just now. Nobody waits for that to be written, and it is no fault of theirs when it is not. */
  noteUse({ id, lastUsedAt }: Pick<TokenRecord, "id" | "lastUsedAt">): void {
    const now = this.#clock.now();
    if (this.#noting.has(id) || (lastUsedAt !== null && now - lastUsedAt < coarseMilliseconds)) return;
    this.#noting.add(id);
    void this.#change(({ tokens, logins }) => ({
      tokens: tokens.map((token) => (token.id === id ? { ...token, lastUsedAt: now } : token)),
      logins: logins.map((login) => (login.id === id ? { ...login, lastUsedAt: now } : login)),
    }))
      .catch((error: unknown) => this.#log.warn({ err: error }, "When a token was used could not be written down."))
      .finally(() => this.#noting.delete(id));
  }

  /** Resolves when every change that was begun has come to its end. */
  async settled(): Promise<void> {
    await this.#lastChange;
  }

  #isExpired({ createdAt, lastUsedAt }: LoginRecord): boolean {
    const now = this.#clock.now();
    return now - createdAt >= absoluteMilliseconds || now - lastUsedAt >= idleMilliseconds;
  }

  async #read(): Promise<void> {
    this.#records = await this.#store.read();
  }

  /** One change at a time, each on what the one before left. */
  #change(next: (records: AccessRecords) => AccessRecords): Promise<void> {
    const change = this.#lastChange.then(async () => {
      await this.load();
      const records = next(this.#records);
      await this.#store.write(records);
      this.#records = records;
    });
    this.#lastChange = change.catch(() => undefined);
    return change;
  }
}

/** Where there is no place for a further token, the one that was revoked longest ago is forgotten. */
function makeRoom(tokens: readonly TokenRecord[]): readonly TokenRecord[] {
  if (tokens.length < mostRecords) return tokens;
  const [longestAgo] = tokens
    .filter(({ revokedAt }) => revokedAt !== null)
    .toSorted((one, other) => (one.revokedAt ?? 0) - (other.revokedAt ?? 0));
  if (longestAgo !== undefined) return tokens.filter(({ id }) => id !== longestAgo.id);
  throw new Problem("TOKENS_EXHAUSTED", `There are ${mostRecords} access tokens already. Revoke some first.`);
}
