import { z } from "zod";
import type { SlackIdentity } from "../slack-api.ts";

/** The app in one workspace, with its tokens. */
export interface Installation {
  readonly teamId: string;
  readonly teamName: string;
  readonly appId: string;
  readonly botUserId: string;
  readonly botName: string;
  readonly botId?: string | undefined;
  readonly scopes: readonly string[];
  readonly token: string;
  /** Gets the next token, once. Undefined where tokens do not rotate. */
  readonly refreshToken?: string | undefined;
  /** When the token ends, in milliseconds since 1970; undefined when it does not. */
  readonly expiresAt?: number | undefined;
}

/** The form of an installation as it is kept. */
export const installationSchema: z.ZodType<Installation> = z.object({
  teamId: z.string(),
  teamName: z.string(),
  appId: z.string(),
  botUserId: z.string(),
  botName: z.string(),
  botId: z.string().optional(),
  scopes: z.array(z.string()),
  token: z.string(),
  refreshToken: z.string().optional(),
  expiresAt: z.number().optional(),
});

/** Tokens as a refresh gives them. */
export type FreshTokens = Pick<Installation, "token" | "refreshToken" | "expiresAt">;

/** Who the bot is in that workspace. */
export function identityOf({ teamId, botUserId, botName, botId, scopes }: Installation): SlackIdentity {
  return { teamId, botUserId, botName, botId, scopes };
}

/** A workspace as operators read of it. */
export function workspaceName({ teamId, teamName }: Pick<Installation, "teamId" | "teamName">): string {
  return `"${teamName}" (${teamId})`;
}
