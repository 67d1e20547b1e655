/** An app in a workspace. */
export interface InstallationStart {
  readonly appId: string;
  readonly teamId: string;
  /** The bot's account. */
  readonly botUserId: string;
  readonly botId: string;
  readonly installerId: string;
}

/** What an app was granted in a workspace. */
export class Installation implements InstallationStart {
  readonly appId: string;
  readonly teamId: string;
  readonly botUserId: string;
  readonly botId: string;
  readonly installerId: string;
  /** False once the app was uninstalled. */
  isActive = true;
  /** The newest token: `xoxb-…`. */
  botToken = "";
  /** Set when the app rotates its tokens. */
  refreshToken: string | undefined = undefined;
  scopes: readonly string[] = [];

  constructor(start: InstallationStart) {
    this.appId = start.appId;
    this.teamId = start.teamId;
    this.botUserId = start.botUserId;
    this.botId = start.botId;
    this.installerId = start.installerId;
  }

  /** The bot's account, so that an installation can stand where a member is asked for. */
  get id(): string {
    return this.botUserId;
  }
}
