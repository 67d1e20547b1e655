import { slackEvents, slackScopes } from "./slack-needs.ts";

/** What an app is to be. */
export interface SlackManifestOptions {
  /** The app's name, at most 35 characters (Slack, "App manifest reference"). */
  readonly name: string;
  /** Its slash commands, with what each is for. */
  readonly commands: readonly SlackManifestCommand[];
  /** Where Slack sends to, for HTTP mode; undefined for Socket Mode. */
  readonly requestUrl?: string | undefined;
  /** Where Slack leads browsers back to, for workspaces that install the app; undefined where one bot token is set. */
  readonly redirectUrl?: string | undefined;
}

/** A slash command of an app. */
export interface SlackManifestCommand {
  readonly command: string;
  readonly description: string;
  readonly hint?: string | undefined;
}

/** The commands of a bot: its own one, behind which every other can be written, and `/reset` where it is the only bot. */
export function manifestCommands(slashCommand: string, isAlone: boolean): readonly SlackManifestCommand[] {
  const own = {
    command: slashCommand,
    description: "Commands of the bot",
    hint: "help | reset | new | stop | status | model | compact",
  };
  return isAlone ? [own, { command: "/reset", description: "Forget this conversation" }] : [own];
}

/** The manifest of an app, from which Slack makes it: exactly what the bot uses, in YAML. */
export function slackManifest({ name, commands, requestUrl, redirectUrl }: SlackManifestOptions): string {
  const url = requestUrl === undefined ? undefined : text(requestUrl);
  return `display_information:
  name: ${text(name)}
  description: "Answers when it is mentioned, and in direct messages."
features:
  app_home:
    home_tab_enabled: false
    messages_tab_enabled: true
    messages_tab_read_only_enabled: false
  bot_user:
    display_name: ${text(name)}
    always_online: false
  slash_commands:
${commands.map((command) => slashCommand(command, url)).join("")}oauth_config:
${redirectUrl === undefined ? "" : `  redirect_urls:\n    - ${text(redirectUrl)}\n`}  scopes:
    bot:
${Object.entries(slackScopes).map(scope).join("")}settings:
  event_subscriptions:
${requestUrlLine(url)}    bot_events:
${slackEvents.map((event) => `      - ${event}\n`).join("")}  interactivity:
    is_enabled: true
${requestUrlLine(url)}  org_deploy_enabled: false
  socket_mode_enabled: ${url === undefined}
  token_rotation_enabled: false
`;
}

function slashCommand({ command, description, hint }: SlackManifestCommand, url: string | undefined): string {
  return `    - command: ${command}
      description: ${text(description)}
${hint === undefined ? "" : `      usage_hint: ${text(hint)}\n`}${url === undefined ? "" : `      url: ${url}\n`}      should_escape: false
`;
}

function scope([name, purpose]: readonly [string, string]): string {
  return `      - ${name} # ${purpose}\n`;
}

function requestUrlLine(url: string | undefined): string {
  return url === undefined ? "" : `    request_url: ${url}\n`;
}

/** Every JSON text is one of YAML's. */
function text(value: string): string {
  return JSON.stringify(value);
}
