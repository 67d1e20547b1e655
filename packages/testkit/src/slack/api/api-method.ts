import type { Conversations } from "../activity/conversations.ts";
import type { Directs } from "../activity/directs.ts";
import type { Installations } from "../activity/installations.ts";
import type { Streams } from "../activity/streams.ts";
import type { SocketHub } from "../delivery/socket-hub.ts";
import type { AuthorizationCodes } from "../interactions/authorization-codes.ts";
import type { FileShelf } from "../interactions/file-shelf.ts";
import type { ViewBook } from "../interactions/view-book.ts";
import type { Installation } from "../world/installation.ts";
import type { SlackApp } from "../world/slack-app.ts";
import type { SlackWorld } from "../world/slack-world.ts";
import type { Token } from "../world/token-book.ts";
import type { Workspace } from "../world/workspace.ts";
import type { ApiArguments } from "./api-arguments.ts";

/** What methods work with. */
export interface ApiContext {
  readonly world: SlackWorld;
  readonly conversations: Conversations;
  readonly directs: Directs;
  readonly installations: Installations;
  readonly streams: Streams;
  readonly hub: SocketHub;
  readonly files: FileShelf;
  readonly views: ViewBook;
  readonly codes: AuthorizationCodes;
}

/** A call without a token. */
export interface OpenCall extends ApiContext {
  readonly args: ApiArguments;
  /** Name and password of HTTP basic authentication, where the caller used it. */
  readonly basic: readonly [string, string] | undefined;
}

/** A call of an app with its own token. */
export interface AppCall extends OpenCall {
  readonly token: Token;
  readonly app: SlackApp;
}

/** A call of a bot. */
export interface BotCall extends AppCall {
  readonly workspace: Workspace;
  readonly installation: Installation;
}

/**
 * How often a method may be called: `tier` per minute, workspace and method (docs, "Rate limits"); posts once per second
 * and channel; setting a status 600 times per minute; none for what Slack limits in another way.
 */
export type RateTier = 1 | 2 | 3 | 4 | "post" | "status" | "none";

interface MethodCommon {
  readonly name: string;
  readonly tier: RateTier;
  /** One of these scopes is needed; none when every token will do. */
  readonly scopes: readonly string[];
}

/** A method of the Web API, with whose token it is called. It answers without `ok`, or throws ApiError. */
export type ApiMethod =
  | (MethodCommon & { readonly by: "bot"; readonly run: (call: BotCall) => object })
  | (MethodCommon & { readonly by: "app"; readonly run: (call: AppCall) => object })
  | (MethodCommon & { readonly by: "anyone"; readonly run: (call: OpenCall) => object });

/** A method for bots. */
export function botMethod(
  name: string,
  tier: RateTier,
  scopes: readonly string[],
  run: (call: BotCall) => object,
): ApiMethod {
  return { by: "bot", name, tier, scopes, run };
}
