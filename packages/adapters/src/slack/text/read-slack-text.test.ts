import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeText, unescapeText } from "./escape-text.ts";
import { type SlackNames, readSlackText } from "./read-slack-text.ts";

const names: SlackNames = {
  user: (id) => ({ U1: "keyturn", U2: "ada", U3: "&lt;" })[id],
  channel: (id) => ({ C1: "general" })[id],
  userGroup: (id) => ({ S1: "team" })[id],
};

describe("readSlackText", () => {
  it.each([
    ["<@U1> reset", "reset", true],
    ["<@U1|keyturn>: hello", "hello", true],
    ["hello <@U1>", "hello @keyturn", true],
    ["<@U2> and <@U9> and <@U8|bob>", "@ada and @U9 and @bob", false],
    ["<#C1> <#C2|random> <!subteam^S1> <!subteam^S2|@ops>", "#general #random @team @ops", false],
    ["<!here> <!channel> <!everyone|everyone>", "@here @channel @everyone", false],
    ["<!date^1700000000^{date}|14 Nov>", "14 Nov", false],
    ["<https://x.example/?a=1&amp;b=2>", "https://x.example/?a=1&b=2", false],
    ["<https://x.example|x.example> <http://y.example|a &lt; b>", "https://x.example [a < b](http://y.example)", false],
    ["<mailto:a@b.example|a@b.example>", "a@b.example", false],
    ["1 &lt; 2 &amp;&amp; 3 &gt; 2", "1 < 2 && 3 > 2", false],
    ["&amp;lt; &amp;amp;", "&lt; &amp;", false],
    ["&lt;@U1&gt; &lt;!channel&gt;", "<@U1> <!channel>", false],
    ["<@U3>", "@&lt;", false],
    ["<@U1>", "", true],
    ["a &nbsp; b <> c", "a &nbsp; b <> c", false],
  ])("reads %j", (text, read, isAddressed) => {
    expect(readSlackText(text, "U1", names)).toEqual({ text: read, isAddressed });
  });

  it("gives back what a person typed, whatever it was", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom("&", "lt;", "amp;", "<", ">", "@U1", "|"), fc.string())),
        (parts) => {
          const typed = parts.join("");
          expect(readSlackText(escapeText(typed), "U1", names)).toEqual({ text: typed.trim(), isAddressed: false });
          expect(unescapeText(escapeText(typed))).toBe(typed);
        },
      ),
    );
  });
});
