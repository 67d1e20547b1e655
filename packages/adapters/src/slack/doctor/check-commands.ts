import type { Clock, CommandDescription } from "@keyturn/core";
import { NotWellError } from "@keyturn/core/channel-kit";
import { type SlackOptions, type SlackSettings, slackOptionsSchema } from "../slack-options.ts";
import { type FoundAccount, LookUp } from "./look-up.ts";

/** Slash commands that Slack has itself; an app's one of that name is never asked (Slack, "Use shortcuts to take actions"). */
const ofSlack: ReadonlySet<string> = new Set(
  [
    ["active", "apps", "archive", "away", "call", "canvas", "collapse", "dm", "dnd", "expand", "feed", "feedback"],
    ["help", "huddle", "invite", "join", "keys", "leave", "me", "msg", "mute", "open", "prefs", "remind", "remove"],
    ["rename", "search", "shortcuts", "shrug", "star", "status", "topic", "unstar", "who"],
  ].flat(),
);

/** What slash commands are compared with. */
export interface WantedCommands {
  readonly options: SlackOptions;
  readonly others: readonly SlackSettings[];
  readonly commands: readonly CommandDescription[];
  readonly account: FoundAccount;
  readonly clock: Clock;
}

/**
 * Slack does not tell which commands an app has, so they are compared among each other alone.
 * @throws NotWellError when a command would not come to this bot.
 */
export async function checkCommands(wanted: WantedCommands): Promise<string> {
  const { options, commands } = wanted;
  const { slashCommand } = options;
  const own = slashCommand.slice(1);
  const change = "Choose another slack.slashCommand, and give it to the app in Slack too.";
  if (ofSlack.has(own)) throw new NotWellError(`Slack has a ${slashCommand} itself, so it never comes here. ${change}`);
  if (commands.some(({ name }) => name === own)) {
    throw new NotWellError(`The bot has a command ${own}, which ${slashCommand} would hide. ${change}`);
  }
  const rival = await findRival(wanted);
  if (rival !== undefined) {
    throw new NotWellError(
      `The bot "${rival}" has ${slashCommand} in the same workspace, where Slack gives it to the app that was installed last. ${change}`,
    );
  }
  const names = commands.map(({ name }) => name);
  const hidden = names.filter((name) => ofSlack.has(name)).map((name) => `/${name}`);
  const note = hidden.length === 0 ? "" : `; ${hidden.join(", ")} are Slack's own, so they need ${slashCommand} before`;
  return `${slashCommand} and one of ${names.join(", ")}${note}`;
}

/** The name of another bot with the same slash command in the same workspace. */
async function findRival({ options, others, account, clock }: WantedCommands): Promise<string | undefined> {
  for (const settings of others) {
    const other = slackOptionsSchema.parse(settings);
    if (other.slashCommand !== options.slashCommand) continue;
    const found = await new LookUp(other, clock).account().catch(() => undefined);
    if (found?.teamId === account.teamId) return other.name;
  }
  return undefined;
}
