import { slackLimits } from "../limits.ts";
import type { SlackWorld } from "../world/slack-world.ts";

/** What a person agreed to on Slack's authorisation page. */
export interface Authorization {
  readonly appId: string;
  readonly teamId: string;
  readonly userId: string;
  readonly scopes: readonly string[];
  readonly redirectUri: string | undefined;
  /** When the code ends, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Why a code is not redeemed. */
export type CodeRefusal =
  | "invalid_code"
  | "code_expired"
  | "code_already_used"
  | "bad_redirect_uri"
  | "invalid_client_id";

/** Codes that are exchanged for tokens, once each. */
export class AuthorizationCodes {
  readonly #world: SlackWorld;
  readonly #codes = new Map<string, Authorization>();
  readonly #used = new Set<string>();

  constructor(world: SlackWorld) {
    this.#world = world;
  }

  issue(authorization: Omit<Authorization, "expiresAt">): string {
    const code = this.#world.ids.secret("code-");
    this.#codes.set(code, { ...authorization, expiresAt: this.#world.clock.now() + slackLimits.codeLife });
    return code;
  }

  /** What the code stands for, or why it stands for nothing. A code that was redeemed is used up. */
  redeem(code: string, appId: string, redirectUri: string | undefined): Authorization | CodeRefusal {
    const authorization = this.#codes.get(code);
    if (authorization === undefined) return "invalid_code";
    if (this.#used.has(code)) return "code_already_used";
    if (authorization.appId !== appId) return "invalid_client_id";
    if (authorization.expiresAt <= this.#world.clock.now()) return "code_expired";
    if (redirectUri !== undefined && redirectUri !== authorization.redirectUri) return "bad_redirect_uri";
    this.#used.add(code);
    return authorization;
  }
}
