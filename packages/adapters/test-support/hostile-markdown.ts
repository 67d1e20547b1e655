import fc from "fast-check";

/** What a model might write to mention people on Slack, in every place and by every way round. */
const mentions = [
  "<!channel>",
  "<!here>",
  "<!everyone>",
  "<@U012AB3CD>",
  "<@W1|ada>",
  "<#C024BE7LR>",
  "<!subteam^SAZ94GDB8>",
  "<!date^1^{date}|x>",
  "&lt;!channel&gt;",
  "\\<!here>",
  "&#60;@U1>",
  "&#x3C;!channel>",
  "&amp;lt;!channel&amp;gt;",
  "<!channel|x>",
  "<\n!channel>",
];

const places: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `\`${text}\``,
  (text) => `\n\`\`\`\n${text}\n\`\`\`\n`,
  (text) => `\n    ${text}\n`,
  (text) => `[${text}](https://x.example)`,
  (text) => `[x](${text})`,
  (text) => `[x](<${text}>)`,
  (text) => `[x](https://x.example/${text})`,
  (text) => `[x](https://x.example "${text}")`,
  (text) => `![${text}](https://x.example/${text})`,
  (text) => `![x](${text})`,
  (text) => `<https://x.example/${text}>`,
  (text) => `https://x.example/${text}`,
  (text) => `[x][1]\n\n[1]: ${text}\n\n`,
  (text) => `[x][2]\n\n[2]: <${text}> "${text}"\n\n`,
  (text) => `\n# ${text}\n`,
  (text) => `\n> ${text}\n`,
  (text) => `\n- ${text}\n`,
  (text) => `\n| ${text} | \`${text}\` |\n|--|--|\n| ${text} | [${text}](${text}) |\n\n`,
  (text) => `**${text}** _${text}_ ~~${text}~~`,
  (text) => `<b>${text}</b>`,
  (text) => `\n<div>\n${text}\n</div>\n\n`,
  (text) => `<!-- ${text} -->`,
  (text) => `[^1]\n\n[^1]: ${text}\n\n`,
  (text) => `[x](!channel) [y](@U123) [z](#C123) [x](!channel|y)`.replace("y", text),
  (text) => `<${text}`,
  (text) => `\`\`${text}`,
];

const signs = [
  "<",
  ">",
  "&",
  "|",
  "!",
  "@U1",
  "#C1",
  "!channel",
  "`",
  "```",
  "\n",
  "\n\n",
  "[",
  "](",
  ")",
  "\\",
  "*",
  "word ",
  "漢字",
  "👩‍👩‍👧‍👦",
  "- ",
  "> ",
];

/** Markdown full of attempts to mention somebody. */
export const hostileMarkdown: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.tuple(fc.constantFrom(...places), fc.constantFrom(...mentions)).map(([place, mention]) => place(mention)),
      fc.constantFrom(...signs),
      fc.string({ maxLength: 10 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(""));
