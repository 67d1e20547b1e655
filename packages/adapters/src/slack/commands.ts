import type { Logger, PluginContext } from "@keyturn/core";
import { z } from "zod";
import type { People } from "./people.ts";
import { addressToJson, conversationOf, isDirect } from "./place.ts";
import type { SlackIdentity } from "./slack-api.ts";
import type { SlackOptions } from "./slack-options.ts";
import { textPiecesOf } from "./text/answer-pieces.ts";
import { unescapeText } from "./text/escape-text.ts";

/** Most uses of a response URL: Slack allows five in half an hour. */
const mostResponses = 5;

const commandSchema = z.looseObject({
  command: z.string(),
  text: z.string().default(""),
  channel_id: z.string(),
  channel_name: z.string().optional(),
  user_id: z.string(),
  trigger_id: z.string(),
});

/** Says something where a command or click was made. */
export type Respond = (message: {
  readonly text: string;
  readonly response_type: "ephemeral" | "in_channel";
  readonly replace_original: false;
}) => Promise<unknown>;

/** The parts that slash commands are carried out with. */
export interface CommandParts {
  readonly context: Pick<PluginContext, "invoke" | "control">;
  readonly options: SlackOptions;
  readonly identity: SlackIdentity;
  readonly people: People;
  readonly log: Logger;
}

/** Carries out slash commands: `/reset`, and with the bot's own one before it `/keyturn reset`. They are acknowledged before. */
export class SlashCommands {
  readonly #parts: CommandParts;

  constructor(parts: CommandParts) {
    this.#parts = parts;
  }

  async take(body: unknown, respond: Respond): Promise<void> {
    const { context, options, identity, people } = this.#parts;
    const read = commandSchema.parse(body);
    const { channel_id, channel_name, user_id, trigger_id } = read;
    const direct = isDirect(channel_id, { name: channel_name });
    const place = {
      teamId: identity.teamId,
      channelId: channel_id,
      isDirect: direct,
      threadTs: undefined,
      messageTs: undefined,
      userId: user_id,
    };
    const conversation = conversationOf(place, options);
    const [rights, name] = [await people.rightsOf(user_id), await people.nameOf(user_id)];
    const outcome = await context.invoke({
      key: conversation.key,
      sender: { id: user_id, name },
      rights,
      platformMessageId: trigger_id,
      ...this.#wordsOf(read),
      replyAddress: addressToJson(conversation.replyAddress),
    });
    if (outcome.kind === "duplicate") return;
    const isPrivate = outcome.kind === "unknown" || outcome.isPrivate;
    const isElsewhere =
      !direct && options.scope === "thread" && (await context.control.find(conversation.key)) === undefined;
    const hint = isElsewhere
      ? `\n\nSlack does not tell me of threads here. In one, write \`@${identity.botName} reset\`.`
      : "";
    await this.#say(outcome.text + hint, isPrivate, respond);
  }

  /** The command's name and what follows it. */
  #wordsOf({ command, text }: { readonly command: string; readonly text: string }) {
    const words = unescapeText(text).trim();
    if (command !== this.#parts.options.slashCommand) return { name: command.slice(1), argumentText: words };
    const [, name = "help", argumentText = ""] = /^\/?(\S+)\s*([^]*)$/.exec(words) ?? [];
    return { name: name.toLowerCase(), argumentText };
  }

  async #say(text: string, isPrivate: boolean, respond: Respond): Promise<void> {
    for (const piece of responsesOf(text)) {
      await respond({ text: piece, response_type: isPrivate ? "ephemeral" : "in_channel", replace_original: false });
    }
  }
}

/** A text as the messages that a response URL takes. */
function responsesOf(text: string): readonly string[] {
  const pieces = textPiecesOf(text);
  if (pieces.length === 0) return ["Done."];
  if (pieces.length <= mostResponses) return pieces;
  return [...pieces.slice(0, mostResponses - 1), "There is more, but Slack takes no further answer to a command."];
}
