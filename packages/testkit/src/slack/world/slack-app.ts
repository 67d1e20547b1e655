/** How an app is set up. */
export interface SlackAppOptions {
  /** @default "Testbot" */
  readonly name?: string | undefined;
  /**
   * Scopes of its bot token.
   * @default every scope that a method or an event of this server asks for
   */
  readonly scopes?: readonly string[] | undefined;
  /**
   * Events it subscribes to, such as `app_mention` and `message.im`.
   * @default every event of this server
   */
  readonly events?: readonly string[] | undefined;
  /**
   * Slash commands that Slack knows it has, with the `/`.
   * @default any
   */
  readonly commands?: readonly string[] | undefined;
  /** Whether its tokens expire and come with a refresh token. @default false */
  readonly rotatesTokens?: boolean | undefined;
}

/** What makes an app; for the server. */
export interface SlackAppStart {
  readonly id: string;
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly signingSecret: string;
  readonly verificationToken: string;
  readonly appToken: string;
  readonly scopes: readonly string[];
  readonly events: readonly string[];
  readonly commands: readonly string[] | undefined;
  readonly rotatesTokens: boolean;
}

/** An app as its page on api.slack.com shows it: names, secrets, scopes, and where its events go. */
export class SlackApp implements SlackAppStart {
  readonly id: string;
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Signs what is sent to the request URL. */
  readonly signingSecret: string;
  /** The old token in the body of events, before signatures. */
  readonly verificationToken: string;
  /** Opens sockets: `xapp-…`, with the scope `connections:write`. */
  readonly appToken: string;
  readonly scopes: readonly string[];
  readonly events: readonly string[];
  readonly commands: readonly string[] | undefined;
  readonly rotatesTokens: boolean;
  /** Where events, commands and clicks are posted; undefined while the app is in Socket Mode. */
  requestUrl: string | undefined = undefined;

  constructor(start: SlackAppStart) {
    this.id = start.id;
    this.name = start.name;
    this.clientId = start.clientId;
    this.clientSecret = start.clientSecret;
    this.signingSecret = start.signingSecret;
    this.verificationToken = start.verificationToken;
    this.appToken = start.appToken;
    this.scopes = start.scopes;
    this.events = start.events;
    this.commands = start.commands;
    this.rotatesTokens = start.rotatesTokens;
  }
}
