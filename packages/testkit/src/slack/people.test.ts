import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ManualClock } from "../manual-clock.ts";
import { type Channel, type Interaction, type Person, SlackServer, slackLimits } from "./index.ts";
import { fieldOf } from "./read.ts";

let clock: ManualClock;
let slack: SlackServer;
let ada: Person;
let general: Channel;

beforeEach(async () => {
  clock = new ManualClock();
  slack = await SlackServer.start({ clock });
  ada = slack.addPerson("ada");
  general = slack.addChannel("general");
});

afterEach(() => slack.close());

/** The events that the app is to be told of, oldest first. They wait here: no socket is open. */
function events(): unknown[] {
  return slack.deliveries.map(({ body }) => body["event"]);
}

function kinds(): unknown[] {
  return events().map((event) => fieldOf(event, "subtype") ?? fieldOf(event, "type"));
}

describe("what people type", () => {
  it.each([
    ["a < b && c > d", "a &lt; b &amp;&amp; c &gt; d"],
    ["<!channel> is text", "&lt;!channel&gt; is text"],
    ["@here look at #general", "<!here> look at <#ID|general>"],
    ["see https://example.com/a?b=1&c=2.", "see <https://example.com/a?b=1&amp;c=2>."],
    ["mail ada@example.com", "mail <mailto:ada@example.com|ada@example.com>"],
    ["@nobody and #nowhere", "@nobody and #nowhere"],
    ["@team!", "<!subteam^GROUP|@team>!"],
    ["", ""],
  ])("becomes Slack's text: %s", (typed, text) => {
    const group = slack.addUsergroup("team");
    const expected = text.replace("ID", general.id).replace("GROUP", group);
    expect(ada.says(general, typed).text).toBe(expected);
  });

  it("comes with the rich text of Slack's editor", () => {
    const { blocks } = ada.says(general, "hi @ada");
    const elements = [
      { type: "text", text: "hi " },
      { type: "user", user_id: ada.id },
    ];
    expect(blocks).toMatchObject([{ type: "rich_text", elements: [{ type: "rich_text_section", elements }] }]);
  });
});

describe("what people do to messages", () => {
  it("is told with what was before", () => {
    const message = ada.says(general, "one");
    ada.edits(message, "two");
    slack.unfurl(message, "https://example.com");
    ada.deletes(message);
    expect(events().slice(1)).toMatchObject([
      {
        subtype: "message_changed",
        message: { text: "two", ts: message.ts, edited: { user: ada.id } },
        previous_message: { text: "one" },
      },
      { subtype: "message_changed", message: { text: "two", attachments: [{}] }, previous_message: { text: "two" } },
      { subtype: "message_deleted", deleted_ts: message.ts, previous_message: { text: "two" } },
    ]);
    expect(message.revisions.map(({ text }) => text)).toEqual(["one", "two", "two"]);
    expect(general.visible).toEqual([]);
  });

  it("changes the root of a thread with each reply, its text excepted", () => {
    const root = ada.says(general, "root");
    const reply = ada.says(general, "reply", { thread: root });
    expect(events().at(-1)).toMatchObject({ subtype: "message_changed", message: { text: "root", reply_count: 1 } });
    expect(events().at(1)).toMatchObject({ thread_ts: root.ts, ts: reply.ts, parent_user_id: ada.id });
    expect(ada.says(general, "deeper", { thread: reply }).threadTs).toBe(root.ts);
  });

  it("is their own affair alone", () => {
    const grace = slack.addPerson("grace");
    expect(() => grace.says(general, "hi")).toThrow(/no member/);
    grace.joins(general);
    const message = ada.says(general, "mine");
    expect(() => grace.edits(message, "yours")).toThrow(/did not write/);
    expect(() => grace.deletes(message)).toThrow(/did not write/);
  });

  it("has subtypes where Slack has them", () => {
    const root = ada.says(general, "look", { files: [{ name: "a.txt", content: "a" }] });
    ada.says(general, "all", { thread: root, isBroadcast: true });
    ada.says(general, "waves", { isMeMessage: true });
    expect(kinds()).toEqual(["file_share", "thread_broadcast", "message_changed", "me_message"]);
    expect(general.visible).toHaveLength(3);
  });

  it("reaches no app that is not there, was not granted it, or did not ask for it", () => {
    const { installation } = slack;
    const outside = slack.addChannel("outside", { members: [ada] });
    ada.says(outside, "hello @testbot");
    expect(events()).toEqual([]);
    ada.invites(installation, outside);
    expect(kinds()).toEqual(["member_joined_channel", "channel_join"]);
    slack.uninstall(installation);
    expect(kinds().slice(2)).toEqual(["app_uninstalled", "tokens_revoked"]);
    ada.says(outside, "gone?");
    expect(slack.deliveries).toHaveLength(4);
  });

  it("reaches an app only as far as its scopes and subscriptions go", () => {
    const deaf = slack.addApp({ name: "deaf", scopes: ["chat:write"] });
    const narrow = slack.addApp({ name: "narrow", events: ["reaction_added"] });
    const bots = [slack.install(deaf, slack.workspace), slack.install(narrow, slack.workspace)];
    const room = slack.addChannel("room", { members: [ada, ...bots] });
    ada.reacts(ada.says(room, "hello @deaf"), "wave");
    expect(slack.deliveries.map(({ appId }) => appId)).toEqual([narrow.id]);
  });
});

describe("the assistant pane", () => {
  it("begins a thread in the direct messages, with the channel that the person looks at", () => {
    const root = ada.opensAssistant(slack.installation, general);
    const context = { channel_id: general.id, team_id: slack.workspace.id };
    const thread = { user_id: ada.id, channel_id: root.channelId, thread_ts: root.ts, context };
    expect(events().at(-1)).toMatchObject({ type: "assistant_thread_started", assistant_thread: thread });
    const direct = ada.opensDirect(slack.installation);
    ada.says(direct, "help", { thread: root });
    expect(events().at(-2)).toMatchObject({ channel_type: "im", thread_ts: root.ts, text: "help" });
    ada.looksAt(slack.installation, root, general);
    expect(events().at(-1)).toMatchObject({ type: "assistant_thread_context_changed" });
  });
});

describe("a response URL", () => {
  const respond = (run: Interaction, fields: object) => {
    return fetch(run.responseUrl ?? "", {
      method: "POST",
      body: JSON.stringify(fields),
      headers: { "content-type": "application/json" },
    });
  };

  it("is good for five uses", async () => {
    const run = ada.runs(general, "/reset");
    const statuses: number[] = [];
    for (let use = 0; use < 6; use += 1) statuses.push((await respond(run, { text: `${use}` })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 404]);
    expect(general.ephemerals).toHaveLength(5);
    expect(await (await respond(run, { text: "x" })).json()).toEqual({ ok: false, error: "used_url" });
  });

  it("is good for thirty minutes", async () => {
    const run = ada.runs(general, "/reset");
    await clock.advance(slackLimits.responseUrlLife - 1);
    expect((await respond(run, { response_type: "in_channel", text: "late" })).status).toBe(200);
    await clock.advance(1);
    expect(await (await respond(run, { text: "x" })).json()).toEqual({ ok: false, error: "expired_url" });
    expect(general.visible).toMatchObject([{ text: "late", author: { appId: slack.app.id } }]);
  });

  it("wants something to say, and counts no use that fails", async () => {
    const run = ada.runs(general, "/reset");
    expect((await respond(run, {})).status).toBe(400);
    expect(slack.responses).toEqual([]);
  });
});

describe("a trigger", () => {
  it("opens one view, within three seconds", async () => {
    const open = async (trigger_id: string) => {
      const view = { type: "modal", title: { type: "plain_text", text: "A" }, blocks: [] };
      const headers = { authorization: `Bearer ${slack.installation.botToken}`, "content-type": "application/json" };
      const body = JSON.stringify({ trigger_id, view });
      const response = await fetch(`${slack.apiUrl}views.open`, { method: "POST", headers, body });
      return fieldOf(await response.json(), "error");
    };
    const [first, second] = [1, 2].map(() => ada.runs(general, "/ask").triggerId);
    expect(await open(first ?? "")).toBeUndefined();
    expect(await open(first ?? "")).toBe("exchanged_trigger_id");
    await clock.advance(slackLimits.triggerLife);
    expect(await open(second ?? "")).toBe("expired_trigger_id");
    expect(await open("made-up")).toBe("invalid_trigger_id");
    expect(slack.views).toHaveLength(1);
  });
});

it("knows only the commands that an app was set up with", () => {
  const app = slack.addApp({ commands: ["/ask"] });
  const installation = slack.install(app, slack.workspace);
  expect(() => ada.runs(general, "/reset", "", installation)).toThrow(/No app here has the command/);
});
