import { NotWellError } from "@keyturn/core/channel-kit";
import { ApplicationFlags, GatewayCloseCodes } from "discord.js";
import type { DiscordOptions } from "../discord-options.ts";
import { adviceForClose } from "../fatal-close.ts";
import type { FoundApplication, LookUp } from "./look-up.ts";
import { tryGateway } from "./try-gateway.ts";

// Each check says what it found, or throws what is to be done.

/** @throws NotWellError when a switch of the application keeps the bot from being invited or from hearing commands. */
export function checkApplication(application: FoundApplication): string {
  const { id, interactions_endpoint_url: endpoint, bot_require_code_grant: needsCode } = application;
  const page = `https://discord.com/developers/applications/${id}`;
  if (endpoint !== null && endpoint !== undefined && endpoint !== "") {
    throw new NotWellError(
      "Discord sends commands and clicks to a web address, not to this bot. " +
        `Empty "Interactions Endpoint URL" at ${page}/information.`,
    );
  }
  if (needsCode === true) {
    throw new NotWellError(`Nobody can invite the bot: turn "Requires OAuth2 Code Grant" off at ${page}/bot.`);
  }
  return `${page}/information`;
}

const contentFlags = ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited;

/** @throws NotWellError when the bot may not read what it is to read. */
export async function checkIntents({ flags }: FoundApplication, options: DiscordOptions): Promise<string> {
  const { messageContent, listen } = options;
  if (!messageContent) {
    if (listen === "mentions") return "message content is not asked for; mentions and direct messages are read without";
    throw new NotWellError('The bot cannot read "all" messages without their content: set messageContent to true.');
  }
  const hasContent = flags === undefined ? (await tryGateway(options)) === undefined : (flags & contentFlags) !== 0;
  if (hasContent) return "the bot may read message content";
  throw new NotWellError(adviceForClose(GatewayCloseCodes.DisallowedIntents));
}

/** @throws NotWellError when no login is left. */
export async function checkGateway(lookUp: LookUp): Promise<string> {
  const { shards, session_start_limit: starts } = await lookUp.gateway();
  const { remaining, total, reset_after: wait } = starts;
  if (remaining === 0) {
    const minutes = Math.ceil(wait / 60_000);
    throw new NotWellError(
      `No login is left of ${total} for today. Stop what logs in again and again; there are new ones in ${minutes} min.`,
    );
  }
  return `${shards === 1 ? "1 shard is" : `${shards} shards are`} recommended; ${remaining} of ${total} logins are left today`;
}
