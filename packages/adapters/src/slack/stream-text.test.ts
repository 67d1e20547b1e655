import { expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { streamText } from "./stream-text.ts";

it.each([
  "all <!channel> of <!here> you",
  "&lt;!everyone&gt; and <@U012AB3CD> and <#C1> &amp; a < b",
  "<!subteam^S1|@team> <!date^1^x|y> &lt; &l",
  "`<!channel>` <https://example.com/a?b=1&c=2> <b>bold</b>",
])(`${promises("slack-replies")}takes nothing back of a text that grows: %s`, (text) => {
  const whole = streamText(`${text} end`);
  for (let length = 0; length <= text.length; length += 1) {
    const part = streamText(text.slice(0, length));
    expect(whole.slice(0, part.length)).toBe(part);
  }
});
