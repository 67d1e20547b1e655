import type { Clock } from "@keyturn/core";
import type { webApi } from "@slack/bolt";
import { z } from "zod";
import type { Bolt } from "../load-bolt.ts";
import { clientOptionsOf } from "../workspace-access.ts";
import type { FreshTokens, Installation } from "./installation.ts";

/** Longest time of one call, in milliseconds: two of them, one after the other, are answered while a browser waits. */
const callMilliseconds = 4_000;

const tokenFields = {
  access_token: z.string(),
  refresh_token: z.string().optional(),
  expires_in: z.number().optional(),
};
const refreshed = z.object(tokenFields);
const granted = z.object({
  ...tokenFields,
  scope: z.string().default(""),
  bot_user_id: z.string(),
  app_id: z.string().default(""),
  team: z.object({ id: z.string(), name: z.string().default("") }).nullish(),
  is_enterprise_install: z.boolean().nullish(),
});
const tested = z.object({ user: z.string().optional(), bot_id: z.string().optional() });

/** What a code was exchanged for. An organisation is installed as a whole, and has no workspace. */
export type Grant =
  | { readonly kind: "workspace"; readonly installation: Installation }
  | { readonly kind: "organisation" };

/** The parts that the client is made of. */
export interface OAuthClientParts {
  readonly bolt: Bolt;
  readonly apiUrl: string;
  readonly clock: Clock;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What is asked of Slack about installations, by the app and for none of its workspaces. Rejects as Slack's client does. */
export class OAuthClient {
  readonly #parts: OAuthClientParts;
  readonly #client: webApi.WebClient;

  constructor(parts: OAuthClientParts) {
    const options = { ...clientOptionsOf(parts.bolt, parts.apiUrl), timeout: callMilliseconds };
    this.#parts = parts;
    this.#client = new parts.bolt.WebClient(undefined, options);
  }

  /** Exchanges the code that a browser brought back, and asks who the bot is there. */
  async exchange(code: string, redirectUrl: string | undefined): Promise<Grant> {
    const answer = await this.#access({ code, ...(redirectUrl !== undefined && { redirect_uri: redirectUrl }) });
    const { team, is_enterprise_install, ...read } = granted.parse(answer);
    if (is_enterprise_install === true || team === undefined || team === null) return { kind: "organisation" };
    const tokens = this.#tokensOf(read);
    const { user = "bot", bot_id } = tested.parse(await this.test(tokens.token));
    const installation = {
      teamId: team.id,
      teamName: team.name === "" ? team.id : team.name,
      appId: read.app_id,
      botUserId: read.bot_user_id,
      botName: user,
      botId: bot_id,
      scopes: read.scope.split(",").filter((scope) => scope !== ""),
      ...tokens,
    };
    return { kind: "workspace", installation };
  }

  /** Gets the next token. A refresh token counts once: when the answer is lost, both are. */
  async refresh(refreshToken: string): Promise<FreshTokens> {
    const answer = await this.#access({ grant_type: "refresh_token", refresh_token: refreshToken });
    return this.#tokensOf(refreshed.parse(answer));
  }

  /** Whether Slack takes a token, and whose it is; `auth.test`. */
  test(token: string): Promise<unknown> {
    return this.#client.apiCall("auth.test", { token });
  }

  /** Gives a token back that is not wanted. */
  async revoke(token: string): Promise<void> {
    await this.#client.apiCall("auth.revoke", { token });
  }

  #access(args: Readonly<Record<string, string>>): Promise<unknown> {
    const { clientId, clientSecret } = this.#parts;
    return this.#client.apiCall("oauth.v2.access", { ...args, client_id: clientId, client_secret: clientSecret });
  }

  #tokensOf({ access_token, refresh_token, expires_in }: z.infer<typeof refreshed>): FreshTokens {
    const expiresAt = expires_in === undefined ? undefined : this.#parts.clock.now() + expires_in * 1_000;
    return { token: access_token, refreshToken: refresh_token, expiresAt };
  }
}
