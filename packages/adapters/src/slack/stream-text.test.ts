import fc from "fast-check";
import { expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { hostileMarkdown } from "../../test-support/hostile-markdown.ts";
import { streamText } from "./stream-text.ts";

it.each([
  "all <!channel> of <!here> you",
  "&lt;!everyone&gt; and <@U012AB3CD> and <#C1> &amp; a < b",
  "<!subteam^S1|@team> <!date^1^x|y> &lt; &l",
  "&#60;!channel> &#x3C;!here> &#x003c;@U012AB3CD> &#1234; &#",
  "`<!channel>` <https://example.com/a?b=1&c=2> <b>bold</b>",
])(`${promises("slack-replies")}takes nothing back of a text that grows: %s`, (text) => {
  const whole = streamText(`${text} end`);
  for (let length = 0; length <= text.length; length += 1) {
    const part = streamText(text.slice(0, length));
    expect(whole.slice(0, part.length)).toBe(part);
  }
});

it(`${promises("nobody-mentioned")}takes nothing back of any text, and leaves nothing in it that looks like a mention`, () => {
  const mention = /(?:<|&lt;|&#0*60;|&#x0*3c;)(?:!(?:channel|here|everyone|subteam)|[@#][A-Z0-9])/i;
  fc.assert(
    fc.property(hostileMarkdown, fc.array(fc.nat(20)), (text, lengths) => {
      let [sent, until] = ["", 0];
      for (const length of [...lengths, text.length]) {
        until += length;
        const part = streamText(text.slice(0, until));
        expect(part.slice(0, sent.length)).toBe(sent);
        sent = part;
      }
      expect(sent).not.toMatch(mention);
    }),
  );
});
