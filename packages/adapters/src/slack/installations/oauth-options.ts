import { z } from "zod";

const secret = z.string().trim();

/** As long as 24 random bytes in base64: what people think up is too easily guessed. */
const encryptionKey = secret.min(32, "must have at least 32 characters: the output of `openssl rand -base64 32`");

/** How workspaces install the app: Slack calls it OAuth. */
export interface SlackOAuthSettings {
  /** The app's client id and client secret, under "Basic Information" in its settings. */
  readonly clientId: string;
  readonly clientSecret: string;
  /**
   * Secrets of at least 32 characters: the first one encrypts the tokens of workspaces where they are kept, the others open
   * what was encrypted before it was replaced.
   */
  readonly encryptionKeys: readonly [string, ...string[]];
  /**
   * Where Slack sends browsers back: the gateway's public address with `/hooks/slack/oauth_redirect`, as it stands under
   * "OAuth & Permissions". Default: left to Slack, which takes the first one that stands there.
   */
  readonly redirectUrl?: string | undefined;
  /** The only workspaces that may install the app, by their ids. Default: all to which Slack lets it be installed. */
  readonly workspaces?: readonly string[] | undefined;
}

/** How workspaces install the app, checked. */
export type SlackOAuthOptions = SlackOAuthSettings;

/** The form of those settings. */
export const oauthOptionsSchema: z.ZodType<SlackOAuthOptions, SlackOAuthSettings> = z.strictObject({
  clientId: secret.min(1, "must be the app's client id"),
  clientSecret: secret.min(1, "must be the app's client secret"),
  encryptionKeys: z.tuple([encryptionKey], encryptionKey),
  redirectUrl: z
    .url({ protocol: /^https?$/ })
    .regex(/\/oauth_redirect$/, "must end with /oauth_redirect")
    .optional(),
  workspaces: z.array(z.string().regex(/^T[A-Z0-9]+$/, "must be an id of a workspace, such as T0123456789")).optional(),
});
