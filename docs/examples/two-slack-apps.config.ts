import { defineBot } from "keyturn";

/** Two bots in Slack in one process: one by the variables, and one for support, an app of its own with a command of its own. */
export default defineBot({
  instructions: "You are the helpful partner of a company. Answer briefly.",
  slack: {
    moreBots: {
      support: {
        botToken: process.env["SUPPORT_BOT_TOKEN"] ?? "",
        appToken: process.env["SUPPORT_APP_TOKEN"] ?? "",
        slashCommand: "/support",
        scope: "channel",
      },
    },
  },
});
