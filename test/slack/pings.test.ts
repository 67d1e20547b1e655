import { definePlugin } from "@keyturn/core";
import type { RecordedCall, SlackServer } from "@keyturn/testkit/slack";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hostileMarkdown } from "../../packages/adapters/test-support/hostile-markdown.ts";
import { type SlackBot, keyOf, openSlackBot } from "../../packages/adapters/test-support/open-slack-bot.ts";
import { operator } from "../../packages/adapters/test-support/sessions.ts";
import { promises } from "../requirements.ts";

/** What would call somebody in mrkdwn: there an escaped bracket is shown as one, and read as nothing. */
const inMrkdwn = /<(?!(?:https?|mailto|tel|ftp|slack):)/i;

/** What might call somebody in Markdown of which Slack does not say how it is read: escaped brackets count too. */
const inMarkdown =
  /(?:<|&lt;|&#0*60;|&#x0*3c;)(?:!(?:channel|here|everyone|group|subteam|date)|@[UW][A-Z0-9]|#[CG][A-Z0-9])/i;

interface Words {
  readonly form: "mrkdwn" | "markdown";
  readonly text: string;
}

/** Every text in the arguments of a call, with how Slack reads it. */
function wordsIn(value: unknown, form: Words["form"], name = ""): readonly Words[] {
  if (typeof value === "string") return textFields.has(name) ? [{ form, text: value }] : [];
  if (typeof value !== "object" || value === null) return [];
  const type = Object.entries(value).find(([field]) => field === "type")?.[1];
  const within = type === "markdown" || type === "markdown_text" ? "markdown" : form;
  return Object.entries(value).flatMap(([field, each]: [string, unknown]) =>
    wordsIn(each, field === "markdown_text" ? "markdown" : within, field),
  );
}

const textFields: ReadonlySet<string> = new Set([
  "text",
  "markdown_text",
  "status",
  "title",
  "fallback",
  "pretext",
  "alt_text",
  "initial_comment",
  "filename",
]);

/** Calls that show something, and what must stand beside a text so that no bare name calls anybody. */
const isPost = ({ method }: RecordedCall) => method === "chat.postMessage" || method === "chat.update";

function expectNobodyCalled({ calls, responses, workspace }: SlackServer, since = 0): void {
  const made = calls.slice(since);
  const words = [...made.map(({ args }) => args), ...responses.map(({ fields }) => fields)].flatMap((args) =>
    wordsIn(args, "mrkdwn"),
  );
  const pinging = words.filter(({ form, text }) => (form === "markdown" ? inMarkdown : inMrkdwn).test(text));
  expect(pinging).toEqual([]);
  for (const { args } of made.filter(isPost)) expect(args).toMatchObject({ parse: "none", link_names: "false" });
  const messages = [...workspace.channels.values()].flatMap(({ messages: all }) => all);
  expect(messages.filter(({ author }) => author.appId !== undefined).flatMap(({ pings }) => pings)).toEqual([]);
}

const worst = [
  "<!channel> <!here> <!everyone> <!subteam^SAZ94GDB8> <!subteam^SAZ94GDB8|@team> <@U012AB3CD> <@W1|ada> <#C024BE7LR|x>",
  "&lt;!channel&gt; &lt;@U012AB3CD&gt; &amp;lt;!channel&amp;gt; &#60;!here> &#x3C;!here> \\<!here>",
  "@channel @here @everyone @ada @team",
  "`<!channel>` **<!here>** [<!here>](https://x.example) [x](<!channel>) <https://x.example|<!here>> ![<!here>](!here)",
  "```\n<!channel>\n```",
  "| <!channel> | x |\n|--|--|\n| <@U012AB3CD> | `<!here>` |",
].join("\n\n");

const hostile = fc.oneof({ weight: 1, arbitrary: fc.constant(worst) }, { weight: 9, arbitrary: hostileMarkdown });
const runs = { numRuns: 25 };

/** A bot with everything in its workspace that could be called. */
async function openCrowd(options: Parameters<typeof openSlackBot>[0] = {}): Promise<SlackBot> {
  const test = await openSlackBot({ ...options, bot: { attempts: 1, ...options.bot } });
  test.slack.addUsergroup("team");
  return test;
}

describe(`${promises("nobody-mentioned", "slack-replies")}whatever a model writes, nobody is called`, () => {
  it.each([
    { replies: "markdown", streaming: "off", where: "a thread" },
    { replies: "text", streaming: "off", where: "a thread" },
    { replies: "markdown", streaming: "off", where: "a direct message" },
  ] as const)(
    "by an answer as $replies in $where",
    async ({ replies, streaming, where }) => {
      await using test = await openCrowd({ settings: { replies, streaming } });
      const { slack, ada, general, runner, clock, bot } = test;
      const place = where === "a thread" ? general : ada.opensDirect(slack.installation);
      await fc.assert(
        fc.asyncProperty(hostile, async (text) => {
          const since = slack.calls.length;
          ada.says(place, "@testbot question");
          (await runner.nextRun()).answer(`a${text}`);
          await clock.advance(20_000);
          await bot.settled();
          expectNobodyCalled(slack, since);
        }),
        runs,
      );
      expect(slack.callsOf("chat.postMessage").length).toBeGreaterThanOrEqual(runs.numRuns);
    },
    60_000,
  );

  it.each(["native", "edits"] as const)(
    "by an answer that grows, in any step and however it ends: %s",
    async (streaming) => {
      await using test = await openCrowd({ settings: { streaming } });
      const { slack, ada, general, runner, clock, bot } = test;
      const ends = fc.constantFrom("answer", "stop", "fail");
      await fc.assert(
        fc.asyncProperty(hostile, fc.array(fc.nat(40), { maxLength: 8 }), ends, async (text, cuts, end) => {
          const since = slack.calls.length;
          const root = ada.says(general, "@testbot question");
          const run = await runner.nextRun();
          await clock.advance(1_200);
          let from = 0;
          for (const length of cuts) {
            run.write(text.slice(from, from + length));
            from += length;
            await clock.advance(1_200);
          }
          run.write(text.slice(from));
          await clock.advance(1_200);
          if (end === "answer") run.answer(".");
          if (end === "fail") run.fail(new Error(text));
          if (end === "stop") ada.says(general, "@testbot stop", { thread: root });
          await slack.delivered();
          await clock.advance(20_000);
          await bot.settled();
          expectNobodyCalled(slack, since);
        }),
        runs,
      );
      const shown = streaming === "native" ? "chat.appendStream" : "chat.update";
      expect(slack.callsOf(shown).length).toBeGreaterThan(runs.numRuns);
    },
    60_000,
  );

  it("by what a command says, in a thread, in a direct message and at a response URL", async () => {
    let text = "";
    const echo = { name: "echo", description: "Says what the test says", run: () => Promise.resolve(text) };
    const plugin = definePlugin({ name: "echo", version: "1.0.0", setup: (context) => context.command(echo) });
    await using test = await openCrowd({ bot: { plugins: [{ plugin }] } });
    const { slack, ada, general, runner, clock, bot } = test;
    const direct = ada.opensDirect(slack.installation);
    const root = ada.says(general, "@testbot question");
    (await runner.nextRun()).answer("Yes.");
    await fc.assert(
      fc.asyncProperty(hostile, async (words) => {
        const since = slack.calls.length;
        text = `a${words}`;
        ada.says(general, "@testbot /echo", { thread: root });
        ada.says(direct, "/echo");
        await ada.runs(direct, "/echo").result;
        await ada.runs(direct, "/keyturn", "echo").result;
        await slack.delivered();
        await clock.advance(20_000);
        await bot.settled();
        expectNobodyCalled(slack, since);
      }),
      runs,
    );
    expect(slack.responses.length).toBeGreaterThan(runs.numRuns);
  }, 60_000);

  it("by what an operator, an error or a complaint repeats", async () => {
    await using test = await openCrowd();
    const { slack, ada, general, runner, clock, bot } = test;
    const root = ada.says(general, "@testbot question");
    (await runner.nextRun()).fail(new Error(worst)); //                           the model's own error
    await slack.waitFor(() => general.replies(root.ts)[0]);
    const id = (await bot.sessions.find(keyOf(slack, general.id, root.ts))) ?? expect.fail("no session");
    await bot.post(
      id,
      { mode: "channel", text: worst, author: { id: "operator:tests", name: worst.slice(0, 80) } },
      operator,
    );
    await clock.advance(5_000);
    ada.says(general, `@testbot /${worst.slice(0, 60)}`, { thread: root }); //    what is no command
    (await runner.nextRun()).answer(worst);
    await ada.runs(general, "/keyturn", `<!channel> ${worst.slice(0, 60)}`).result;
    await clock.advance(5_000);
    ada.says(general, `@testbot ${"<!here> ".repeat(20_000)}`, { thread: root }); // more than a message may hold
    await slack.delivered();
    await clock.advance(20_000);
    await bot.settled();
    expect(general.replies(root.ts).filter(({ author }) => author.appId === slack.app.id).length).toBeGreaterThan(3);
    expectNobodyCalled(slack);
  });
});
