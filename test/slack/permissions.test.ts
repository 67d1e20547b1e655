import { createGateway } from "@keyturn/gateway";
import type { Message, Person } from "@keyturn/testkit/slack";
import { describe, expect, it } from "vitest";
import { type SlackBot, keyOf, openSlackBot } from "../../packages/adapters/test-support/open-slack-bot.ts";
import { promises } from "../requirements.ts";

const long = "This is the beginning of an answer, and it has more than eighty characters, so that it is shown.";

/** Every form in which somebody can ask for a stop. */
const forms: Readonly<Record<string, (person: Person, draft: Message, test: SlackBot) => unknown>> = {
  "/stop": (person, _draft, { general }) => person.runs(general, "/stop"),
  "/keyturn stop": (person, _draft, { general }) => person.runs(general, "/keyturn", "stop"),
  "a mention": (person, _draft, { general }) => person.says(general, "@testbot stop"),
  "a mention with a slash": (person, _draft, { general }) => person.says(general, "@testbot /Stop"),
  "the button": (person, draft) => person.clicks(draft, "keyturn.stop"),
};

const cases = (["socket", "http"] as const).flatMap((mode) => Object.keys(forms).map((form) => ({ mode, form })));

/** What the bot told this person, or everybody. */
function toldIn({ slack, general }: SlackBot): readonly string[] {
  const posted = general.messages.filter(({ author }) => author.appId === slack.app.id).map(({ text }) => text);
  return [...general.ephemerals.map(({ text }) => text), ...posted];
}

describe(`${promises("slack-commands", "denied-unless-allowed")}who may stop an answer`, () => {
  it.each(cases)("is the same for every form: $form ($mode)", async ({ mode, form }) => {
    await using test = await openSlackBot({ mode, settings: { scope: "channel" } });
    const { slack, ada, boss, general, runner } = test;
    const guest = slack.addPerson("guest");
    guest.joins(general);
    ada.says(general, "@testbot mine");
    const run = await runner.nextRun();
    run.write(long);
    const draft = await slack.waitFor(() => general.messages.find(({ text }) => text.startsWith("This is")));
    const before = toldIn(test).length;
    forms[form]?.(guest, draft, test); //                             1. somebody who may not
    const refusal = await slack.waitFor(() => toldIn(test).find((text) => text.startsWith("You may not")));
    expect(refusal).toContain("in this conversation. Ask whoever began it, or whoever runs this bot.");
    expect(toldIn(test)).toHaveLength(before + 1);
    expect(run.isAborted).toBe(false);
    forms[form]?.(boss, draft, test); //                              2. somebody whom the workspace trusts
    await slack.waitFor(() => draft.text.endsWith("_Stopped._"));
    expect(run.isAborted).toBe(true);
  });

  it.each(["socket", "http"] as const)("is whoever asked (%s)", async (mode) => {
    await using test = await openSlackBot({ mode });
    const { slack, ada, general, runner } = test;
    const root = ada.says(general, "@testbot mine");
    const run = await runner.nextRun();
    run.write(long);
    const draft = await slack.waitFor(() => general.replies(root.ts)[0]);
    ada.clicks(draft, "keyturn.stop");
    await slack.waitFor(() => draft.text.endsWith("_Stopped._"));
    expect(run.isAborted).toBe(true);
  });
});

/** Ways in which a conversation went on behind a button. */
const changes: Readonly<Record<string, (test: SlackBot, root: Message) => Promise<unknown>>> = {
  "was reset": async ({ ada, general, slack }, root) => {
    ada.says(general, "@testbot reset", { thread: root });
    await slack.waitFor(() => general.replies(root.ts).find(({ text }) => text.startsWith("Forgotten")));
  },
  "went on": async ({ ada, general, slack, runner }, root) => {
    ada.says(general, "more", { thread: root });
    (await runner.nextRun()).answer("More.");
    await slack.waitFor(() => general.replies(root.ts).find(({ text }) => text === "More."));
  },
  "was deleted": async ({ bot, slack, general }, root) => {
    const gateway = createGateway({ bot, token: "operator-5e1f0a9c3d7b2846" });
    const id = await bot.sessions.find(keyOf(slack, general.id, root.ts));
    const headers = { Authorization: "Bearer operator-5e1f0a9c3d7b2846" };
    const path = `http://127.0.0.1/api/v1/sessions/${id}`;
    const answer = await gateway.fetch(new Request(path, { method: "DELETE", headers }));
    expect(answer.status).toBe(200);
    await gateway.close();
  },
};

const oldButtons = Object.entries({
  "was reset": "The conversation has gone on: only its newest answer can be written anew.",
  "went on": "The conversation has gone on: only its newest answer can be written anew.",
  "was deleted": "This conversation is over.",
}).flatMap(([change, words]) => (["socket", "http"] as const).map((mode) => ({ change, words, mode })));

describe(`${promises("slack-commands", "no-resurrection")}a button of a conversation that is past`, () => {
  it.each(oldButtons)(
    "does nothing, and says so: the conversation $change ($mode)",
    async ({ change, words, mode }) => {
      await using test = await openSlackBot({ mode });
      const { slack, ada, general, runner } = test;
      const root = ada.says(general, "@testbot hello");
      (await runner.nextRun()).answer("Hello.");
      const answer = await slack.waitFor(() => general.replies(root.ts)[0]);
      await test.bot.settled();
      await changes[change]?.(test, root);
      await test.bot.settled();
      const { length } = runner.runs;
      expect(await ada.clicks(answer, "keyturn.regenerate").result).toMatchObject({ isAcknowledged: true });
      const told = await slack.waitFor(() => general.ephemerals[0]);
      expect(told).toMatchObject({ userId: ada.id, text: words });
      await test.bot.settled();
      expect(runner.runs).toHaveLength(length);
      expect(answer.text).toBe("Hello.");
    },
  );

  it.each([
    ["of another conversation", (value: string) => value.replace(/C\w+/, "C0OTHER"), "belongs to another conversation"],
    ["of another workspace", (value: string) => value.replace(/T\w+/, "T0OTHER"), "belongs to another conversation"],
    ["that says nothing", () => "", "too old"],
    ["that is broken", () => '{"key":"slack', "too old"],
    ["of a run that is none", (value: string) => value.replace(/"run":"[^"]*"/, '"run":"x"'), "too old"],
  ])("does nothing either when its value is one %s", async (_name, change, words) => {
    await using test = await openSlackBot({ mode: "http" });
    const { slack, ada, general, runner } = test;
    const root = ada.says(general, "@testbot hello");
    (await runner.nextRun()).answer("Hello.");
    const answer = await slack.waitFor(() => general.replies(root.ts)[0]);
    await test.bot.settled();
    const click = ada.clicks(answer, "keyturn.regenerate");
    await click.result;
    (await runner.nextRun()).answer("Hello again."); // The right one works.
    await test.bot.settled();
    const payload = JSON.stringify(click.delivery.body).replace(/"value":("(?:[^"\\]|\\.)*")/g, (_, value: string) => {
      return `"value":${JSON.stringify(change(String(JSON.parse(value))))}`;
    });
    const forged = payload.replaceAll(click.triggerId, "another-trigger");
    const body = new URLSearchParams({ payload: forged }).toString();
    const sent = await slack.post({ body, contentType: "application/x-www-form-urlencoded" });
    expect(sent.status).toBe(200);
    const told = await slack.waitFor(() => general.ephemerals[0]);
    expect(told.text).toContain(words);
    expect(runner.runs).toHaveLength(2);
  });
});
