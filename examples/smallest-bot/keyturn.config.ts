import { defineBot, definePlugin } from "keyturn";

const coin = definePlugin({
  name: "coin",
  version: "1.0.0",
  setup: (bot) => bot.command({ name: "flip", description: "Flip a coin", run: async () => flip() }),
});
const flip = () => (Math.random() < 0.5 ? "Heads." : "Tails.");

export default defineBot({ instructions: "You are a cheerful referee.", plugins: [coin] });
