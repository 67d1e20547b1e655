import { type Clock, type CommandDescription, SystemClock } from "@keyturn/core";
import { type ServiceFinding, lookAtService } from "@keyturn/core/channel-kit";
import { type SlackSettings, slackOptionsSchema } from "../slack-options.ts";
import { checkChannels } from "./check-channels.ts";
import { checkClock } from "./check-clock.ts";
import { checkCommands } from "./check-commands.ts";
import { checkScopes } from "./check-scopes.ts";
import { checkSocket } from "./check-socket.ts";
import { type FoundAccount, LookUp } from "./look-up.ts";

/** What is looked at. */
export interface SlackExamination {
  readonly settings: SlackSettings;
  /** The settings of the process's other bots in Slack: their slash commands may be the same. */
  readonly others: readonly SlackSettings[];
  /** The commands that the bot has. */
  readonly commands: readonly CommandDescription[];
  /** Whether the bot runs. */
  readonly isRunning: boolean;
  /** Where Slack sends to in HTTP mode. @throws ConfigurationError when there is no such address. */
  readonly address: () => string;
  /** @default the machine's */
  readonly clock?: Clock | undefined;
}

/**
 * Looks at everything that a bot needs in Slack, and says of each thing whether it is well or what to do. It changes
 * nothing there. After a bot token that is no good it ends; no token is in what it says.
 */
export async function examineSlack(examination: SlackExamination): Promise<readonly ServiceFinding[]> {
  const { settings, others, commands, isRunning, address, clock = new SystemClock() } = examination;
  const options = slackOptionsSchema.parse(settings);
  const lookUp = new LookUp(options, clock);
  let account: FoundAccount | undefined;
  const token = await lookAtService("token", async () => {
    account = await lookUp.account();
    return `the bot is ${account.user}, in the workspace ${account.team}`;
  });
  if (account === undefined) return [token];
  const found = account;
  const isInSocketMode = options.appToken !== undefined && options.appToken !== "";
  const way = isInSocketMode
    ? await lookAtService("socket", () => checkSocket(lookUp, { options, account: found, isRunning, clock }))
    : await lookAtService("address", () => describeAddress(address()));
  return [
    token,
    await lookAtService("scopes", () => checkScopes(found)),
    way,
    await lookAtService("channels", () => checkChannels(lookUp, found, options.channels)),
    await lookAtService("commands", () => checkCommands({ options, others, commands, account: found, clock })),
    await lookAtService("clock", () => checkClock(lookUp.clockAheadMilliseconds)),
  ];
}

function describeAddress(address: string): string {
  return (
    `Slack is to send to ${address}: it stands under "Event Subscriptions", "Interactivity & Shortcuts" and in each slash ` +
    "command; Slack tries it while the bot runs"
  );
}
