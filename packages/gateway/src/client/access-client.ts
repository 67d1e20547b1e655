import {
  type WireCodeRequest,
  type WireLoginCode,
  type WireLoginList,
  type WireLoginRequest,
  type WireMe,
  type WireNewToken,
  type WireTokenList,
  type WireTokenRequest,
  loginCodeSchema,
  loginListSchema,
  meSchema,
  newTokenSchema,
  tokenListSchema,
} from "../wire/access.ts";
import type { Transport } from "./transport.ts";

/** What may be said with a call about access. */
export interface AccessCallOptions {
  /** Gives up waiting for the answer. */
  readonly signal?: AbortSignal | undefined;
}

/** Who may come in: logins, codes and access tokens. Every call throws `GatewayError` when it fails. */
export class AccessClient {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Who asks, and what they may do. */
  me({ signal }: AccessCallOptions = {}): Promise<WireMe> {
    return this.#transport.call(meSchema, { path: "/auth/me", signal });
  }

  /** Logs the browser in: from then on it sends its cookie. Elsewhere a cookie is kept by nobody. */
  async logIn(request: WireLoginRequest, { signal }: AccessCallOptions = {}): Promise<void> {
    await this.#transport.open({ method: "POST", path: "/auth/login", body: request, signal });
  }

  /** Ends the login session of the browser. */
  async logOut({ signal }: AccessCallOptions = {}): Promise<void> {
    await this.#transport.open({ method: "POST", path: "/auth/logout", signal });
  }

  /** Makes a code that lets somebody log in once, within five minutes. */
  createCode(request: WireCodeRequest = {}, { signal }: AccessCallOptions = {}): Promise<WireLoginCode> {
    return this.#transport.call(loginCodeSchema, { method: "POST", path: "/auth/codes", body: request, signal });
  }

  /** Login sessions in force: one's own, or all of them for an admin. */
  logins({ signal }: AccessCallOptions = {}): Promise<WireLoginList> {
    return this.#transport.call(loginListSchema, { path: "/auth/sessions", signal });
  }

  /** Ends a login session. */
  async revokeLogin(id: string, { signal }: AccessCallOptions = {}): Promise<void> {
    await this.#transport.open({ method: "DELETE", path: `/auth/sessions/${encodeURIComponent(id)}`, signal });
  }

  /** Every access token, revoked ones included. */
  tokens({ signal }: AccessCallOptions = {}): Promise<WireTokenList> {
    return this.#transport.call(tokenListSchema, { path: "/tokens", signal });
  }

  /** Makes an access token; the answer is the only place where it ever stands. */
  createToken(request: WireTokenRequest, { signal }: AccessCallOptions = {}): Promise<WireNewToken> {
    return this.#transport.call(newTokenSchema, { method: "POST", path: "/tokens", body: request, signal });
  }

  /** Revokes an access token, and what came from it; revoking twice is no error. */
  async revokeToken(id: string, { signal }: AccessCallOptions = {}): Promise<void> {
    await this.#transport.open({ method: "DELETE", path: `/tokens/${encodeURIComponent(id)}`, signal });
  }
}
