import type { Installation } from "../../world/installation.ts";
import type { SlackApp } from "../../world/slack-app.ts";
import type { SlackWorld } from "../../world/slack-world.ts";
import { slackLimits } from "../../limits.ts";
import { ApiError } from "../api-error.ts";
import { type ApiMethod, type OpenCall, botMethod } from "../api-method.ts";

/** Tokens and connections. */
export const accessMethods: readonly ApiMethod[] = [
  botMethod("auth.test", "none", [], ({ workspace, installation, world }) => ({
    url: `https://${workspace.domain}.slack.com/`,
    team: workspace.name,
    user: world.findAccount(installation.botUserId)?.name,
    team_id: workspace.id,
    user_id: installation.botUserId,
    bot_id: installation.botId,
    is_enterprise_install: false,
  })),
  botMethod("auth.revoke", 3, [], (call) => {
    if (call.args.flag("test")) return { revoked: false };
    call.installations.revoke(call.installation);
    return { revoked: true };
  }),
  {
    by: "app",
    name: "apps.connections.open",
    tier: 1,
    scopes: ["connections:write"],
    run: ({ hub, app }) => ({ url: hub.issueUrl(app.id) }),
  },
  { by: "anyone", name: "oauth.v2.access", tier: 4, scopes: [], run: access },
  { by: "anyone", name: "apps.uninstall", tier: 1, scopes: [], run: uninstall },
  { by: "anyone", name: "api.test", tier: 4, scopes: [], run: ({ args }) => ({ args: args.fields }) },
];

function access(call: OpenCall): object {
  const app = findClient(call);
  const isRefresh = call.args.text("grant_type") === "refresh_token";
  const installation = isRefresh ? refresh(call, app) : exchange(call, app);
  return presentAccess(call.world, app, installation);
}

/** Exchanges a code, once. */
function exchange(call: OpenCall, app: SlackApp): Installation {
  const code = call.args.required("code", "invalid_code");
  const redeemed = call.codes.redeem(code, app.id, call.args.text("redirect_uri"));
  if (typeof redeemed === "string") throw new ApiError(redeemed);
  const workspace = call.world.workspace(redeemed.teamId);
  return call.installations.install(app, workspace, redeemed.userId, redeemed.scopes);
}

/** Exchanges a refresh token, once: the second try with the same one fails (docs, "Using token rotation"). */
function refresh(call: OpenCall, app: SlackApp): Installation {
  const value = call.args.required("refresh_token", "invalid_refresh_token");
  const token = call.world.tokens.find(value);
  const isGood = token?.kind === "refresh" && token.appId === app.id;
  if (!isGood || call.world.tokens.refusalOf(value, call.world.clock.now()) !== undefined) {
    throw new ApiError("invalid_refresh_token");
  }
  const installation = call.world.installation(app.id, token.teamId ?? "");
  if (installation === undefined) throw new ApiError("invalid_refresh_token");
  call.world.tokens.refuse(value, "token_revoked");
  call.installations.renew(app, installation);
  return installation;
}

function uninstall(call: OpenCall): object {
  const app = findClient(call);
  const token = call.world.tokens.find(call.args.required("token", "not_authed"));
  const installation = call.world.installation(app.id, token?.teamId ?? "");
  if (installation === undefined) throw new ApiError("invalid_auth");
  call.installations.uninstall(installation);
  return {};
}

function findClient(call: OpenCall): SlackApp {
  const [id = call.args.text("client_id"), secret = call.args.text("client_secret")] = call.basic ?? [];
  const app = [...call.world.apps.values()].find(({ clientId }) => clientId === id);
  if (app === undefined) throw new ApiError("invalid_client_id");
  if (app.clientSecret !== secret) throw new ApiError("bad_client_secret");
  return app;
}

function presentAccess(world: SlackWorld, app: SlackApp, installation: Installation): object {
  const workspace = world.workspace(installation.teamId);
  return {
    access_token: installation.botToken,
    token_type: "bot",
    scope: installation.scopes.join(","),
    bot_user_id: installation.botUserId,
    app_id: app.id,
    team: { id: workspace.id, name: workspace.name },
    enterprise: null,
    authed_user: { id: installation.installerId },
    is_enterprise_install: false,
    ...(app.rotatesTokens && {
      refresh_token: installation.refreshToken,
      expires_in: slackLimits.rotatedTokenLife,
    }),
  };
}
