import type { EventBroadcast } from "../delivery/event-broadcast.ts";
import { slackLimits } from "../limits.ts";
import type { Account } from "../world/account.ts";
import { Installation } from "../world/installation.ts";
import type { SlackApp } from "../world/slack-app.ts";
import type { SlackWorld } from "../world/slack-world.ts";
import type { Workspace } from "../world/workspace.ts";

/** Installs apps, gives out their tokens, and takes both back. */
export class Installations {
  readonly #world: SlackWorld;
  readonly #broadcast: EventBroadcast;

  constructor(world: SlackWorld, broadcast: EventBroadcast) {
    this.#world = world;
    this.#broadcast = broadcast;
  }

  /** Installs an app, or installs it again: it keeps its bot, and gets a new token. */
  install(app: SlackApp, workspace: Workspace, installerId: string, scopes: readonly string[]): Installation {
    const known = workspace.installations.get(app.id);
    const installation = known ?? this.#create(app, workspace, installerId);
    installation.isActive = true;
    installation.scopes = scopes;
    this.renew(app, installation);
    this.#world.notices.tell(`app ${app.id} installed in ${workspace.id}`);
    return installation;
  }

  /** Gives out the next token, and with rotation the next refresh token too. */
  renew(app: SlackApp, installation: Installation): void {
    const { ids, tokens, clock } = this.#world;
    const common = { appId: app.id, teamId: installation.teamId, scopes: installation.scopes };
    const expiresAt = app.rotatesTokens ? clock.now() + slackLimits.rotatedTokenLife * 1_000 : undefined;
    const prefix = app.rotatesTokens ? "xoxe.xoxb-" : "xoxb-";
    installation.botToken = tokens.issue({ ...common, value: ids.secret(prefix), kind: "bot", expiresAt }).value;
    if (!app.rotatesTokens) return;
    const refresh = tokens.issue({ ...common, value: ids.secret("xoxe-"), kind: "refresh", expiresAt: undefined });
    installation.refreshToken = refresh.value;
  }

  /** Takes an app out of a workspace: its tokens are worth nothing, and it is told so. */
  uninstall(installation: Installation): void {
    if (!installation.isActive) return;
    this.#broadcast.toApp(installation, { type: "app_uninstalled", event_ts: this.#world.ids.ts() });
    this.#tellOfRevocation(installation);
    this.#refuseTokens(installation, "account_inactive");
    installation.isActive = false;
    this.#world.notices.tell(`app ${installation.appId} uninstalled from ${installation.teamId}`);
  }

  /** Makes the tokens of an installation worthless, and tells the app so. The app stays installed. */
  revoke(installation: Installation): void {
    this.#tellOfRevocation(installation);
    this.#refuseTokens(installation, "token_revoked");
    this.#world.notices.tell(`tokens of ${installation.appId} in ${installation.teamId} revoked`);
  }

  #tellOfRevocation(installation: Installation): void {
    const tokens = { oauth: [], bot: [installation.botUserId] };
    this.#broadcast.toApp(installation, { type: "tokens_revoked", tokens, event_ts: this.#world.ids.ts() });
  }

  #refuseTokens(installation: Installation, refusal: "account_inactive" | "token_revoked"): void {
    for (const token of this.#world.tokens.of(installation.appId, installation.teamId)) {
      this.#world.tokens.refuse(token.value, refusal);
    }
  }

  #create(app: SlackApp, workspace: Workspace, installerId: string): Installation {
    const { ids } = this.#world;
    const name = app.name.toLowerCase().replaceAll(/[^a-z0-9._-]+/g, "-");
    const botId = ids.next("B");
    const account: Account = {
      id: ids.next("U"),
      teamId: workspace.id,
      name,
      realName: app.name,
      email: "",
      timeZone: "Etc/UTC",
      isAdmin: false,
      isOwner: false,
      botId,
      appId: app.id,
    };
    workspace.accounts.set(account.id, account);
    const start = { appId: app.id, teamId: workspace.id, botUserId: account.id, botId, installerId };
    const installation = new Installation(start);
    workspace.installations.set(app.id, installation);
    return installation;
  }
}
