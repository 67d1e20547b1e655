import { defineBot, definePlugin, defineTool } from "keyturn";
import { z } from "zod";

const rollDice = defineTool({
  name: "roll_dice",
  description: "Rolls dice and gives the sum of what they show.",
  inputSchema: z.object({ count: z.int().min(1).max(100), sides: z.int().min(2).max(1_000) }),
  execute: ({ count, sides }) => {
    const rolls = Array.from({ length: count }, () => 1 + Math.floor(Math.random() * sides));
    return { rolls, sum: rolls.reduce((sum, roll) => sum + roll, 0) };
  },
});

const dice = definePlugin({ name: "dice", version: "1.0.0", setup: (context) => context.tool(rollDice) });

export default defineBot({
  instructions: "You keep the dice of a game. Roll them when somebody asks you to, and say what they show.",
  plugins: [dice],
});
