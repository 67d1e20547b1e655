import { webApi } from "@slack/bolt";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ManualClock } from "../manual-clock.ts";
import { fieldOf, listOf } from "./read.ts";
import { type Channel, type Person, SlackServer, slackLimits } from "./index.ts";
import { quietLogger } from "../../test-support/start-bolt.ts";

let clock: ManualClock;
let slack: SlackServer;
let ada: Person;
let general: Channel;
let client: webApi.WebClient;

beforeEach(async () => {
  clock = new ManualClock();
  slack = await SlackServer.start({ clock });
  ada = slack.addPerson("ada");
  general = slack.addChannel("general");
  client = clientOf(slack, slack.installation.botToken);
});

afterEach(() => slack.close());

function clientOf(server: SlackServer, token: string): webApi.WebClient {
  const options = { slackApiUrl: server.apiUrl, logger: quietLogger, rejectRateLimitedCalls: true };
  return new webApi.WebClient(token, { ...options, retryConfig: { retries: 0 } });
}

/** The error that Slack answers a call with; undefined when it succeeds. */
async function errorOf(call: Promise<unknown>): Promise<string | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (error instanceof webApi.WebAPIPlatformError) return error.data.error;
    throw error;
  }
}

const section = (text: string) => ({ type: "section" as const, text: { type: "mrkdwn" as const, text } });

describe("who may call", () => {
  it("says what a token may do, and refuses unknown, missing and wrong ones", async () => {
    const tested = await client.auth.test();
    expect(tested).toMatchObject({ team_id: slack.workspace.id, user_id: slack.installation.botUserId });
    expect(tested.response_metadata?.scopes).toContain("chat:write");
    expect(await errorOf(clientOf(slack, "xoxb-unknown").auth.test())).toBe("invalid_auth");
    expect(await errorOf(clientOf(slack, "").auth.test())).toBe("not_authed");
    expect(await errorOf(clientOf(slack, slack.app.appToken).auth.test())).toBe("not_allowed_token_type");
    expect(await errorOf(client.apiCall("no.such"))).toBe("unknown_method");
  });

  it("names the scope that is missing", async () => {
    const app = slack.addApp({ scopes: ["channels:read"] });
    const small = clientOf(slack, slack.install(app, slack.workspace).botToken);
    await expect(small.chat.postMessage({ channel: general.id, text: "hi" })).rejects.toMatchObject({
      data: { error: "missing_scope", needed: "chat:write", provided: "channels:read" },
    });
  });

  it("tells revoked tokens from those of an app that is gone", async () => {
    slack.revoke(slack.installation);
    expect(await errorOf(client.auth.test())).toBe("token_revoked");
    slack.uninstall(slack.installation);
    expect(await errorOf(client.auth.test())).toBe("account_inactive");
    slack.install(slack.app, slack.workspace);
    expect(await errorOf(clientOf(slack, slack.installation.botToken).auth.test())).toBeUndefined();
  });
});

describe("where a bot may post", () => {
  const post = (channel: string) => errorOf(client.chat.postMessage({ channel, text: "hi" }));

  it("posts where it is a member, and to people", async () => {
    expect(await post(general.id)).toBeUndefined();
    expect(await post(ada.id)).toBeUndefined();
    expect(ada.opensDirect(slack.installation).visible.map(({ text }) => text)).toEqual(["hi"]);
  });

  it("says whether the channel is hidden, archived, or somebody else's", async () => {
    expect(await post(slack.addChannel("others", { members: [ada] }).id)).toBe("not_in_channel");
    expect(await post(slack.addChannel("secret", { members: [ada], isPrivate: true }).id)).toBe("channel_not_found");
    expect(await post("C404")).toBe("channel_not_found");
    ada.archives(general);
    expect(await post(general.id)).toBe("is_archived");
  });

  it("takes the root of a thread, not a reply", async () => {
    const root = ada.says(general, "root");
    const reply = ada.says(general, "reply", { thread: root });
    const to = (thread_ts: string) => errorOf(client.chat.postMessage({ channel: general.id, text: "hi", thread_ts }));
    expect(await to(root.ts)).toBeUndefined();
    expect(await to(reply.ts)).toBe("cannot_reply_to_message");
    expect(await to("1.000001")).toBe("thread_not_found");
  });
});

describe("what a message may be", () => {
  const post = (content: { text?: string; markdown_text?: string; blocks?: object[]; metadata?: object }) => {
    return errorOf(client.apiCall("chat.postMessage", { channel: general.id, ...content }));
  };

  it("cuts long texts of posts, and refuses those of updates", async () => {
    await post({ text: "x".repeat(slackLimits.text + 1) });
    const message = general.visible[0];
    expect(message?.text).toHaveLength(slackLimits.text);
    const update = { channel: general.id, ts: message?.ts ?? "" };
    expect(await errorOf(client.chat.update({ ...update, text: "x".repeat(4_001) }))).toBe("msg_too_long");
    expect(await errorOf(client.chat.update({ ...update, text: "x".repeat(4_000) }))).toBeUndefined();
  });

  it("wants something to show, and markdown alone", async () => {
    expect(await post({})).toBe("no_text");
    expect(await post({ text: " " })).toBe("no_text");
    expect(await post({ markdown_text: "# hi", text: "hi" })).toBe("markdown_text_conflict");
    expect(await post({ markdown_text: "x".repeat(12_001) })).toBe("msg_too_long");
    expect(await post({ markdown_text: "x".repeat(12_000) })).toBeUndefined();
  });

  it.each([
    ["a section that is too long", [section("x".repeat(3_001))], "invalid_blocks"],
    ["51 blocks", Array.from({ length: 51 }, () => section("x")), "invalid_blocks"],
    ["50 blocks", Array.from({ length: 50 }, () => section("x")), undefined],
    ["a markdown block of 51 paragraphs", [{ type: "markdown", text: "x\n\n".repeat(51) }], "invalid_blocks"],
    ["a markdown block that is too long", [{ type: "markdown", text: "x".repeat(12_001) }], "invalid_blocks"],
    [
      "two markdown blocks that fit one by one",
      repeat({ type: "markdown", text: "x".repeat(7_000) }),
      "msg_blocks_too_long",
    ],
    ["an unknown type", [{ type: "marquee" }], "invalid_blocks"],
    ["a block without a type", [{}], "invalid_blocks_format"],
    ["two blocks of one id", repeat({ ...section("x"), block_id: "same" }), "invalid_blocks"],
    ["an empty list of elements", [{ type: "actions", elements: [] }], "invalid_blocks"],
  ])("answers %s", async (_name, blocks, error) => {
    expect(await post({ text: "fallback", blocks })).toBe(error);
  });

  it("says which block is wrong, and why", async () => {
    const call = client.apiCall("chat.postMessage", { channel: general.id, blocks: [section("x"), section("")] });
    await expect(call).rejects.toMatchObject({
      data: {
        response_metadata: { messages: ["[ERROR] must be more than 0 characters [json-pointer:/blocks/1/text/text]"] },
      },
    });
  });

  it("keeps metadata, and shows it to those who ask", async () => {
    expect(await post({ text: "hi", metadata: { event_type: 1 } })).toBe("invalid_metadata_format");
    const metadata = { event_type: "delivery", event_payload: { delivery_id: "d-1" } };
    await client.chat.postMessage({ channel: general.id, text: "hi", metadata });
    const read = { channel: general.id };
    expect((await client.conversations.history(read)).messages?.[0]).not.toHaveProperty("metadata");
    const asked = await client.conversations.history({ ...read, include_all_metadata: true });
    expect(asked.messages?.[0]).toMatchObject({ metadata });
  });
});

function repeat<Value>(value: Value): Value[] {
  return [value, value];
}

describe("whom a message pings", () => {
  it("finds calls and mentions on every route", async () => {
    const group = slack.addUsergroup("team");
    await client.chat.postMessage({ channel: general.id, text: `<!channel> <@${ada.id}> &lt;!here&gt; @here` });
    const blocks = [
      section("<!here|here>"),
      { type: "markdown" as const, text: `<!subteam^${group}>` },
      { type: "section" as const, text: { type: "plain_text" as const, text: "<!everyone>" } },
    ];
    await client.chat.postMessage({ channel: general.id, text: "calm", blocks });
    await client.chat.postMessage({ channel: general.id, text: "@ada @everyone", link_names: true });
    expect(general.visible.map(({ pings }) => pings)).toEqual([
      [
        { kind: "channel", id: undefined, via: "text" },
        { kind: "user", id: ada.id, via: "text" },
      ],
      [
        { kind: "here", id: undefined, via: "blocks" },
        { kind: "usergroup", id: group, via: "markdown" },
      ],
      [
        { kind: "user", id: ada.id, via: "text" },
        { kind: "everyone", id: undefined, via: "text" },
      ],
    ]);
  });

  it("counts what an update pings", async () => {
    const posted = await client.chat.postMessage({ channel: general.id, text: "calm" });
    await client.chat.update({ channel: general.id, ts: posted.ts ?? "", markdown_text: "<!channel>" });
    expect(general.visible[0]?.pings).toEqual([{ kind: "channel", id: undefined, via: "markdown" }]);
  });
});

describe("changing messages", () => {
  it("changes and deletes the bot's own alone", async () => {
    const asked = ada.says(general, "mine");
    const own = await client.chat.postMessage({ channel: general.id, text: "one" });
    const at = (ts: string | undefined) => ({ channel: general.id, ts: ts ?? "" });
    expect(await errorOf(client.chat.update({ ...at(asked.ts), text: "x" }))).toBe("cant_update_message");
    expect(await errorOf(client.chat.delete(at(asked.ts)))).toBe("cant_delete_message");
    await client.chat.update({ ...at(own.ts), text: "two" });
    expect(general.message(own.ts ?? "")).toMatchObject({ text: "two", isMarkedEdited: true });
    await client.chat.delete(at(own.ts));
    expect(await errorOf(client.chat.update({ ...at(own.ts), text: "x" }))).toBe("message_not_found");
    expect(general.messages.at(-1)).toMatchObject({ isDeleted: true });
  });

  it("keeps an update with blocks unmarked, and its metadata until it is taken away", async () => {
    const metadata = { event_type: "delivery", event_payload: {} };
    const own = await client.chat.postMessage({ channel: general.id, text: "one", metadata });
    const at = { channel: general.id, ts: own.ts ?? "" };
    await client.chat.update({ ...at, text: "two", blocks: [section("two")] });
    const message = general.message(at.ts);
    expect(message).toMatchObject({ isMarkedEdited: false, metadata });
    await client.apiCall("chat.update", { ...at, text: "three", metadata: {} });
    expect(message).toMatchObject({ isMarkedEdited: true, metadata: undefined, blocks: [] });
  });

  it("reads threads and history in pages", async () => {
    const root = ada.says(general, "root");
    for (const text of ["a", "b", "c"]) ada.says(general, text, { thread: root });
    const pages: unknown[][] = [];
    const reading = client.paginate("conversations.replies", { channel: general.id, ts: root.ts, limit: 2 });
    for await (const page of reading) {
      pages.push(listOf(fieldOf(page, "messages")).map((message) => fieldOf(message, "text")));
    }
    expect(pages).toEqual([
      ["root", "a"],
      ["b", "c"],
    ]);
    const { messages } = await client.conversations.history({ channel: general.id });
    expect(messages).toMatchObject([{ text: "root", thread_ts: root.ts, reply_count: 3 }]);
  });

  it("reacts once", async () => {
    const { ts } = ada.says(general, "hi");
    const eyes = { channel: general.id, timestamp: ts, name: "eyes" };
    expect(await errorOf(client.reactions.add(eyes))).toBeUndefined();
    expect(await errorOf(client.reactions.add(eyes))).toBe("already_reacted");
    expect(await errorOf(client.reactions.remove(eyes))).toBeUndefined();
    expect(await errorOf(client.reactions.remove(eyes))).toBe("no_reaction");
  });
});

describe("people and channels", () => {
  it("says who is who and where", async () => {
    const admin = slack.addPerson("grace", { isAdmin: true, realName: "Grace Hopper" });
    const { user } = await client.users.info({ user: admin.id });
    expect(user).toMatchObject({ is_admin: true, is_bot: false, real_name: "Grace Hopper" });
    const { bot } = await client.bots.info({ bot: slack.installation.botId });
    expect(bot).toMatchObject({ user_id: slack.installation.botUserId });
    const { channel } = await client.conversations.info({ channel: general.id });
    expect(channel).toMatchObject({ name: "general", is_member: true, is_private: false });
    const { members } = await client.conversations.members({ channel: general.id });
    expect(members).toEqual([slack.installation.botUserId, ada.id]);
    expect(await errorOf(client.users.info({ user: "U404" }))).toBe("user_not_found");
  });

  it("opens the same direct messages each time", async () => {
    const opened = await client.conversations.open({ users: ada.id, return_im: true });
    expect(opened.channel).toMatchObject({ is_im: true, user: ada.id });
    expect((await client.conversations.open({ users: ada.id })).channel?.id).toBe(opened.channel?.id);
  });
});

describe("streams", () => {
  const recipient = () => ({ recipient_team_id: slack.workspace.id, recipient_user_id: ada.id });

  it("grow, and end with blocks", async () => {
    const root = ada.says(general, "go on");
    const streamer = client.chatStream({ channel: general.id, thread_ts: root.ts, ...recipient(), buffer_size: 1 });
    await streamer.append({ markdown_text: "Hel" });
    const message = general.replies(root.ts)[0];
    expect(message).toMatchObject({ text: "Hel", stream: "streaming" });
    await streamer.append({ markdown_text: "lo" });
    const at = { channel: general.id, ts: message?.ts ?? "" };
    expect(await errorOf(client.chat.update({ ...at, text: "x" }))).toBe("streaming_state_conflict");
    await streamer.stop({ blocks: [section("done")] });
    expect(message).toMatchObject({ text: "Hello", stream: "stopped" });
    expect(await errorOf(client.chat.appendStream({ ...at, markdown_text: "!" }))).toBe(
      "message_not_in_streaming_state",
    );
  });

  it("want to know for whom they are, in channels", async () => {
    const at = { channel: general.id, thread_ts: ada.says(general, "go on").ts };
    const start = (more: object) => errorOf(client.apiCall("chat.startStream", { ...at, ...more }));
    expect(await start({})).toBe("missing_recipient_team_id");
    expect(await start({ recipient_team_id: slack.workspace.id })).toBe("missing_recipient_user_id");
    const direct = ada.opensDirect(slack.installation);
    const asked = ada.says(direct, "go on");
    expect(await start({ channel: direct.id, thread_ts: asked.ts })).toBeUndefined();
  });

  it("are closed after five minutes, busy or not", async () => {
    const root = ada.says(general, "go on");
    const started = await client.chat.startStream({ channel: general.id, thread_ts: root.ts, ...recipient() });
    const at = { channel: general.id, ts: started.ts ?? "" };
    await clock.advance(slackLimits.streamLife - 1);
    expect(await errorOf(client.chat.appendStream({ ...at, markdown_text: "still" }))).toBeUndefined();
    await clock.advance(1);
    expect(await errorOf(client.chat.stopStream(at))).toBe("message_not_in_streaming_state");
    expect(general.message(at.ts)).toMatchObject({ stream: "closed", text: "still" });
  });

  it("say at their end that they were too long", async () => {
    const root = ada.says(general, "go on");
    const started = await client.chat.startStream({ channel: general.id, thread_ts: root.ts, ...recipient() });
    const at = { channel: general.id, ts: started.ts ?? "" };
    expect(await errorOf(client.chat.appendStream({ ...at, markdown_text: "x".repeat(12_001) }))).toBe("msg_too_long");
    await client.chat.appendStream({ ...at, markdown_text: "x".repeat(12_000) });
    await client.chat.appendStream({ ...at, markdown_text: "y" });
    expect(await errorOf(client.chat.stopStream(at))).toBe("msg_too_long");
  });
});

describe("the status of a thread", () => {
  it("is cleared by a post, and after two minutes", async () => {
    const root = ada.says(general, "think");
    const at = { channel_id: general.id, thread_ts: root.ts };
    await client.assistant.threads.setStatus({ ...at, status: "is thinking", loading_messages: ["Hm"] });
    const thread = general.thread(root.ts);
    expect(thread.status).toBe("is thinking");
    await client.chat.postMessage({ channel: general.id, thread_ts: root.ts, text: "done" });
    expect(thread.status).toBe("");
    await client.assistant.threads.setStatus({ ...at, status: "is thinking" });
    await clock.advance(slackLimits.statusLife);
    expect(thread.statuses.map(({ status }) => status)).toEqual(["is thinking", "", "is thinking", ""]);
  });

  it("takes ten loading messages, in a thread that is there", async () => {
    const { ts } = ada.says(general, "think");
    const set = (thread_ts: string, count: number) => {
      const loading_messages = Array.from({ length: count }, () => "Hm");
      const call = { channel_id: general.id, thread_ts, status: "is thinking", loading_messages };
      return errorOf(client.assistant.threads.setStatus(call));
    };
    expect(await set(ts, 10)).toBeUndefined();
    expect(await set(ts, 11)).toBe("invalid_arguments");
    expect(await set("1.000001", 1)).toBe("invalid_thread_ts");
  });
});

describe("files", () => {
  it("are uploaded in three steps, and downloaded with a token that may", async () => {
    await client.filesUploadV2({
      channel_id: general.id,
      filename: "notes.md",
      content: "# Notes",
      initial_comment: "here",
    });
    const message = general.visible[0];
    expect(message).toMatchObject({ text: "here", subtype: "file_share", files: [{ name: "notes.md" }] });
    const url = message?.files[0]?.url ?? "";
    const download = (token: string) => fetch(url, { headers: { authorization: `Bearer ${token}` } });
    const good = await download(slack.installation.botToken);
    expect(await good.text()).toBe("# Notes");
    const blind = slack.install(slack.addApp({ scopes: ["chat:write"] }), slack.workspace);
    const refused = await download(blind.botToken);
    expect([refused.status, refused.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  });

  it("can be somewhere else, where the token must not go", async () => {
    const { files } = ada.says(general, "look", { files: [{ name: "a.txt", content: "a" }] });
    slack.faults.redirectDownloads("https://elsewhere.example/a.txt");
    const headers = { authorization: `Bearer ${slack.installation.botToken}` };
    const sent = await fetch(files[0]?.url ?? "", { headers, redirect: "manual" });
    expect([sent.status, sent.headers.get("location")]).toEqual([302, "https://elsewhere.example/a.txt"]);
    expect(await (await fetch(files[0]?.url ?? "", { headers })).text()).toBe("a");
  });

  it("come with a person's message", async () => {
    const message = ada.says(general, "look", { files: [{ name: "a.png", content: new Uint8Array([1, 2]) }] });
    const { file } = await client.files.info({ file: message.files[0]?.id ?? "" });
    expect(file).toMatchObject({ name: "a.png", mimetype: "image/png", size: 2, user: ada.id });
  });
});

describe("rate limits", () => {
  it("give each channel five posts at once and one per second then", async () => {
    await using limited = await SlackServer.start({ clock, rateLimits: true });
    const person = limited.addPerson("ada");
    const [one, two] = [limited.addChannel("one"), limited.addChannel("two")];
    const hurried = clientOf(limited, limited.installation.botToken);
    const post = (channel: Channel) => hurried.chat.postMessage({ channel: channel.id, text: "hi" });
    for (let count = 0; count < 5; count += 1) await post(one);
    await expect(post(one)).rejects.toMatchObject({ retryAfter: 1 });
    await post(two);
    await clock.advance(1_000);
    await post(one);
    expect(one.visible).toHaveLength(6);
    expect(person.account.isAdmin).toBe(false);
  });

  it("can come as an error of HTTP 200", async () => {
    await using limited = await SlackServer.start({
      clock,
      rateLimits: { form: "body", perMinute: { "users.list": 1 } },
    });
    const hurried = clientOf(limited, limited.installation.botToken);
    await hurried.users.list({});
    await expect(hurried.users.list({})).rejects.toMatchObject({
      data: { error: "ratelimited", response_metadata: { retryAfter: 60 } },
    });
  });
});
