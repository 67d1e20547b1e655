import type { CommandDescription } from "@keyturn/core";
import { type ServiceFinding, lookAtService } from "@keyturn/core/channel-kit";
import { type DiscordSettings, discordOptionsSchema } from "../discord-options.ts";
import { checkApplication, checkGateway, checkIntents } from "./check-application.ts";
import { checkCommands } from "./check-commands.ts";
import { checkChannels, checkGuilds } from "./check-places.ts";
import { type FoundApplication, LookUp } from "./look-up.ts";
import { inviteLink } from "./permissions.ts";

/** What is looked at. */
export interface DiscordExamination {
  readonly settings: DiscordSettings;
  /** The commands that the bot has. */
  readonly commands: readonly CommandDescription[];
  /** Whether the bot runs. */
  readonly isRunning: boolean;
}

/**
 * Looks at everything that a bot needs on Discord, and says of each thing whether it is well or what to do. It changes
 * nothing there, and logs in only where Discord does not say what the bot may read. After a token that is no good it
 * ends; no token is in what it says.
 */
export async function examineDiscord({
  settings,
  commands,
  isRunning,
}: DiscordExamination): Promise<readonly ServiceFinding[]> {
  const options = discordOptionsSchema.parse(settings);
  const lookUp = new LookUp(options);
  let application: FoundApplication | undefined;
  const token = await lookAtService("token", async () => {
    const { username } = await lookUp.account();
    application = await lookUp.application();
    return `the bot is ${username}, of the application ${application.id}`;
  });
  if (application === undefined) return [token];
  const found = application;
  const { id } = found;
  const { channels } = options;
  return [
    token,
    await lookAtService("application", () => checkApplication(found)),
    await lookAtService("intents", () => checkIntents(found, options)),
    await lookAtService("gateway", () => checkGateway(lookUp)),
    await lookAtService("servers", () => checkGuilds(lookUp, options)),
    ...(channels === undefined ? [] : [await lookAtService("channels", () => checkChannels(lookUp, channels))]),
    await lookAtService("commands", () => checkCommands(lookUp, { applicationId: id, options, commands, isRunning })),
    await lookAtService("invite", () => inviteLink(id)),
  ];
}
