import { InvalidInputError, type Logger } from "@keyturn/core";
import type { ChannelLines } from "@keyturn/core/channel-kit";
import type { App } from "@slack/bolt";
import { Buttons } from "./buttons.ts";
import type { Respond, SlashCommands } from "./commands.ts";
import type { Inbound } from "./inbound.ts";
import { IntakeError } from "./intake-error.ts";
import { type OwnPosts, readOwnPost } from "./own-posts.ts";
import type { SlackIdentity } from "./slack-api.ts";
import { readChange, readDeletion, readWritten } from "./slack-message.ts";

/** Who takes in what Slack sends. */
export interface ListenerParts {
  readonly identity: SlackIdentity;
  readonly own: OwnPosts;
  readonly inbound: Inbound;
  readonly commands: SlashCommands;
  readonly buttons: Buttons;
  readonly lines: ChannelLines;
  readonly log: Logger;
  /** Does work that a stop waits for; what goes wrong is told to the log. */
  readonly undertake: (work: () => Promise<void>, complaint: string) => Promise<void>;
}

/** Tells Bolt who takes in what: the events of a channel in their order, commands and clicks once they are acknowledged. */
export function listenTo(
  app: App,
  { identity, own, inbound, commands, buttons, lines, log, undertake }: ListenerParts,
): void {
  const takeIn = (channel: string, work: () => Promise<void>): Promise<void> =>
    lines.run(channel, work).catch((error: unknown) => {
      // It would be as wrong the next time.
      if (error instanceof InvalidInputError) return log.info({ err: error, channel }, "An event could not be taken.");
      throw new IntakeError(error);
    });
  app.event("app_mention", async ({ event }) => {
    const message = readWritten(event);
    if (message !== undefined) await takeIn(message.channel, () => inbound.take(message, true));
  });
  app.event("message", async ({ event }) => {
    const post = readOwnPost(event, identity);
    // What the bot says itself is no message to it, and not worth a wait.
    if (post !== undefined) {
      void undertake(() => own.note(post.channel, post), "A post that was taken back could not be deleted.");
    } else if (event.subtype === "message_changed") {
      const change = readChange(event);
      if (change !== undefined) await takeIn(change.message.channel, () => inbound.change(change));
    } else if (event.subtype === "message_deleted") {
      const deletion = readDeletion(event);
      if (deletion !== undefined) await takeIn(deletion.channel, () => inbound.withdraw(deletion));
    } else {
      const message = readWritten(event);
      if (message !== undefined) await takeIn(message.channel, () => inbound.take(message, false));
    }
  });
  app.command(/.*/, async ({ ack, body, respond }) => {
    await ack();
    await undertake(() => orTell(() => commands.take(body, respond), respond), "A slash command failed.");
  });
  app.action(Buttons.actions, async ({ ack, body, respond }) => {
    await ack();
    await undertake(() => orTell(() => buttons.take(body, respond), respond), "A button failed.");
  });
}

const failed = "That did not work. Please try again in a while, or tell whoever runs this bot.";

/** Does it. What was acknowledged does not come again, so its person is told when it fails. @throws what it throws */
async function orTell(work: () => Promise<void>, respond: Respond): Promise<void> {
  try {
    await work();
  } catch (error) {
    await respond({ text: failed, response_type: "ephemeral", replace_original: false }).catch(() => undefined);
    throw error;
  }
}
