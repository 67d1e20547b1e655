import { loadSlack } from "../slack/load-slack.ts";
import { slackAddressOf } from "../slack/slack-address.ts";
import { type SlackBot, slackBotsOf } from "../slack/slack-bots.ts";
import { commandsOf } from "./bot-commands.ts";
import type { ExaminedService } from "./examine-service.ts";

/** What a bot finds in Slack. */
export const slackService: ExaminedService<SlackBot> = {
  name: "Slack",
  whenOff:
    "It is off, for there are no tokens. Set SLACK_BOT_TOKEN and SLACK_APP_TOKEN; docs/guides/slack.md says how.",
  botsOf: slackBotsOf,
  prepare: async (configuration, running) => {
    const { examineInstalling, examineSlack } = await loadSlack();
    const commands = await commandsOf(configuration);
    const bots = slackBotsOf(configuration);
    const isRunning = running !== undefined;
    return ({ oauth, ...settings }) => {
      const address = () => slackAddressOf(configuration, settings.name);
      if (oauth !== undefined) return examineInstalling({ ...settings, oauth, isRunning, address });
      const others = bots.filter(({ name }) => name !== settings.name).map((other) => ({ ...other, oauth: undefined }));
      return examineSlack({ settings, others, commands, isRunning, address });
    };
  },
};
