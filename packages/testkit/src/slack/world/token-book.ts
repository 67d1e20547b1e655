/** What a token can be: of a bot, of an app (`xapp-`), or to get the next token. */
export type TokenKind = "bot" | "app" | "refresh";

/** A token that the server gave out. */
export interface Token {
  readonly value: string;
  readonly kind: TokenKind;
  readonly appId: string;
  /** Undefined for tokens of an app. */
  readonly teamId: string | undefined;
  readonly scopes: readonly string[];
  /** When it ends, in milliseconds since 1970; undefined when it does not. */
  readonly expiresAt: number | undefined;
}

/** Why a token is not accepted any more. */
export type TokenRefusal = "token_revoked" | "token_expired" | "account_inactive" | "invalid_auth";

/** Every token, and which of them still counts. */
export class TokenBook {
  readonly #tokens = new Map<string, Token>();
  readonly #refused = new Map<string, TokenRefusal>();

  issue(token: Token): Token {
    this.#tokens.set(token.value, token);
    return token;
  }

  find(value: string): Token | undefined {
    return this.#tokens.get(value);
  }

  /** Why the token is refused at that time; undefined when it is good. */
  refusalOf(value: string, now: number): TokenRefusal | undefined {
    const token = this.#tokens.get(value);
    if (token === undefined) return "invalid_auth";
    const refused = this.#refused.get(value);
    if (refused !== undefined) return refused;
    return token.expiresAt !== undefined && token.expiresAt <= now ? "token_expired" : undefined;
  }

  /** From now on the token is answered with this error. */
  refuse(value: string, refusal: TokenRefusal): void {
    this.#refused.set(value, refusal);
  }

  /** Lets a token that was refused count again. */
  accept(value: string): void {
    this.#refused.delete(value);
  }

  /** The tokens of an app in a workspace. */
  of(appId: string, teamId: string): readonly Token[] {
    return [...this.#tokens.values()].filter((token) => token.appId === appId && token.teamId === teamId);
  }
}
