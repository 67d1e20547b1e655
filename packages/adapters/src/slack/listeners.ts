import type { ChannelLines } from "@keyturn/core/channel-kit";
import type { App } from "@slack/bolt";
import { Buttons } from "./buttons.ts";
import type { SlashCommands } from "./commands.ts";
import type { Inbound } from "./inbound.ts";
import { readChange, readDeletion, readWritten } from "./slack-message.ts";

/** Who takes in what Slack sends. */
export interface ListenerParts {
  readonly inbound: Inbound;
  readonly commands: SlashCommands;
  readonly buttons: Buttons;
  readonly lines: ChannelLines;
  /** Does work that a stop waits for; what goes wrong is told to the log. */
  readonly undertake: (work: () => Promise<void>, complaint: string) => Promise<void>;
}

/** Tells Bolt who takes in what: the events of a channel in their order, commands and clicks once they are acknowledged. */
export function listenTo(app: App, { inbound, commands, buttons, lines, undertake }: ListenerParts): void {
  app.event("app_mention", async ({ event }) => {
    const message = readWritten(event);
    if (message !== undefined) await lines.run(message.channel, () => inbound.take(message, true));
  });
  app.event("message", async ({ event }) => {
    if (event.subtype === "message_changed") {
      const change = readChange(event);
      if (change !== undefined) await lines.run(change.message.channel, () => inbound.change(change));
    } else if (event.subtype === "message_deleted") {
      const deletion = readDeletion(event);
      if (deletion !== undefined) await lines.run(deletion.channel, () => inbound.withdraw(deletion));
    } else {
      const message = readWritten(event);
      if (message !== undefined) await lines.run(message.channel, () => inbound.take(message, false));
    }
  });
  app.command(/.*/, async ({ ack, body, respond }) => {
    await ack();
    await undertake(() => commands.take(body, respond), "A slash command failed.");
  });
  app.action(Buttons.actions, async ({ ack, body, respond }) => {
    await ack();
    await undertake(() => buttons.take(body, respond), "A button failed.");
  });
}
