import { defineBot } from "keyturn";

/** Two bots on Discord in one process: one by `DISCORD_TOKEN`, and one for support that answers in its channel. */
export default defineBot({
  instructions: "You are the helpful partner of a game's community. Answer briefly.",
  discord: {
    scope: "thread",
    moreBots: {
      support: { token: process.env["DISCORD_TOKEN_SUPPORT"] ?? "", scope: "channel", listen: "all" },
    },
  },
});
