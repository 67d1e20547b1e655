import { presentUser } from "../../present/user.ts";
import { applicationFlags } from "../../gateway/gateway-sessions.ts";
import type { BotAccount } from "../../world/bot-account.ts";
import { guildPermissions } from "../../world/permissions.ts";
import { ApiError } from "../api-error.ts";
import type { RestCall } from "../rest-call.ts";
import { type RestScene, type Route, ok } from "../route.ts";

/** The bot itself: its application, its account, and the way to the gateway. */
export const applicationRoutes: readonly Route[] = [
  { method: "GET", path: "/gateway", handle: getGateway },
  { method: "GET", path: "/gateway/bot", handle: getGatewayBot },
  { method: "GET", path: "/applications/@me", handle: getApplication },
  { method: "GET", path: "/oauth2/applications/@me", handle: getApplication },
  { method: "GET", path: "/users/@me", handle: getSelf },
  { method: "GET", path: "/users/@me/guilds", handle: listGuilds },
  { method: "GET", path: "/users/{user_id}", handle: getUser },
];

/** Guilds of one page (Discord, "Get Current User Guilds"). */
const mostGuilds = 200;

function getGateway(_call: RestCall, { gatewayUrl }: RestScene) {
  return ok({ url: gatewayUrl });
}

function getGatewayBot(call: RestCall, { gateway, gatewayUrl }: RestScene) {
  const { options } = gateway.sessionBook;
  return ok({
    url: gatewayUrl,
    shards: options.shards,
    session_start_limit: {
      total: 1000,
      remaining: gateway.sessionBook.remainingStarts(call.bot),
      reset_after: 86_400_000,
      max_concurrency: options.maxConcurrency,
    },
  });
}

function getApplication(call: RestCall, { world }: RestScene) {
  return ok(presentApplication(call.bot, world.guildsOf(call.bot).length));
}

function presentApplication(bot: BotAccount, guilds: number): object {
  return {
    id: bot.id,
    name: bot.name,
    icon: null,
    description: "",
    type: null,
    verify_key: "0".repeat(64),
    flags: applicationFlags(bot),
    flags_new: String(applicationFlags(bot)),
    bot: presentUser(bot),
    bot_public: true,
    bot_require_code_grant: bot.needsCodeGrant,
    redirect_uris: [],
    interactions_endpoint_url: bot.interactionsEndpointUrl,
    role_connections_verification_url: null,
    owner: { ...presentUser(bot), bot: false },
    approximate_guild_count: guilds,
    approximate_user_install_count: 0,
    approximate_user_authorization_count: 0,
    explicit_content_filter: 0,
    team: null,
    eligible_oauth2_scopes: ["bot", "applications.commands"],
    integration_types_config: { "0": {} },
  };
}

function getSelf(call: RestCall) {
  return ok({ ...presentUser(call.bot), mfa_enabled: false, locale: "en-US", verified: true, email: null });
}

function getUser(call: RestCall, { world }: RestScene) {
  const account = world.accounts.get(call.parameter("user_id"));
  if (account === undefined) throw new ApiError("unknownUser");
  return ok(presentUser(account));
}

function listGuilds(call: RestCall, { world }: RestScene) {
  const after = BigInt(call.query("after") ?? 0);
  const limit = Number(call.query("limit") ?? mostGuilds);
  const page = world.guildsOf(call.bot).filter(({ id }) => BigInt(id) > after);
  const guilds = page.slice(0, limit).map((guild) => ({
    id: guild.id,
    name: guild.name,
    icon: null,
    banner: null,
    owner: guild.ownerId === call.bot.id,
    permissions: guildPermissions(guild, call.bot).toString(),
    features: [],
  }));
  return ok(guilds);
}
