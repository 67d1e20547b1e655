import { webApi } from "@slack/bolt";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { quietLogger } from "../../test-support/start-bolt.ts";
import { type Channel, type Person, SlackServer } from "./index.ts";

let slack: SlackServer;
let ada: Person;
let general: Channel;

beforeEach(async () => {
  slack = await SlackServer.start();
  ada = slack.addPerson("ada");
  general = slack.addChannel("general");
});

afterEach(() => slack.close());

/** The real client; with one retry that comes at once, where a test needs it. */
function client(options: webApi.WebClientOptions = {}): webApi.WebClient {
  return new webApi.WebClient(slack.installation.botToken, {
    slackApiUrl: slack.apiUrl,
    logger: quietLogger,
    retryConfig: { retries: 1, minTimeout: 0, maxTimeout: 0 },
    ...options,
  });
}

const hello = () => ({ channel: general.id, text: "hello" });

describe("an answer that gets lost after the post took effect", () => {
  it("makes two posts of one when the client tries again", async () => {
    slack.faults.loseAnswer("chat.postMessage");
    await client().chat.postMessage(hello());
    expect(general.visible.map(({ text }) => text)).toEqual(["hello", "hello"]);
  });

  it("makes one post of a client that does not, and its delivery id can be looked up", async () => {
    slack.faults.loseAnswer("chat.postMessage");
    const careful = client({ retryConfig: { retries: 0 } });
    const metadata = { event_type: "delivery", event_payload: { delivery_id: "d-1" } };
    await expect(careful.chat.postMessage({ ...hello(), metadata })).rejects.toBeInstanceOf(webApi.WebAPIHTTPError);
    const { messages } = await careful.conversations.history({ channel: general.id, include_all_metadata: true });
    expect(messages).toMatchObject([{ metadata }]);
  });

  it("is the same for an answer that never comes", async () => {
    slack.faults.hang("chat.postMessage");
    await client({ timeout: 100 }).chat.postMessage(hello());
    expect(general.visible).toHaveLength(2);
  });

  it("is the same for a connection that is cut", async () => {
    slack.faults.next({ method: "chat.postMessage", afterCommit: true, resets: true });
    await client().chat.postMessage(hello());
    expect(general.visible).toHaveLength(2);
  });
});

describe("an answer of 429", () => {
  it("stops the whole client, other channels included, for as long as it says", async () => {
    const other = slack.addChannel("other");
    slack.faults.rateLimit("chat.postMessage", 1);
    const patient = client();
    const isLimited = new Promise((resolve) => patient.once(webApi.WebClientEvent.RATE_LIMITED, resolve));
    const limited = patient.chat.postMessage(hello());
    await isLimited; // 1. the client knows
    const unrelated = patient.chat.postMessage({ channel: other.id, text: "unrelated" });
    await client().chat.postMessage({ channel: other.id, text: "of another client" });
    expect(other.visible.map(({ text }) => text)).toEqual(["of another client"]); // 2. its other calls wait meanwhile
    await Promise.all([limited, unrelated]);
    expect(other.visible).toHaveLength(2); // 3. and come when the time is over
  });

  it("is an error at once for a client that wants it so", async () => {
    slack.faults.rateLimit("chat.postMessage", 30);
    const call = client({ rejectRateLimitedCalls: true }).chat.postMessage(hello());
    await expect(call).rejects.toMatchObject({ retryAfter: 30 });
    expect(general.visible).toEqual([]);
  });

  it("can be an HTTP 200", async () => {
    slack.faults.rateLimit("chat.postMessage", 30, "body");
    await expect(client().chat.postMessage(hello())).rejects.toMatchObject({
      data: { error: "ratelimited", response_metadata: { retryAfter: 30 } },
    });
  });
});

describe("scripted errors", () => {
  it("meet the calls that they are meant for, as often as they are meant to", async () => {
    const other = slack.addChannel("other");
    const fault = slack.faults.next({
      method: "chat.postMessage",
      error: "restricted_action",
      times: 2,
      where: ({ args }) => args["channel"] === other.id,
    });
    const post = (channel: string) => client().chat.postMessage({ channel, text: "hi" });
    await post(general.id);
    await expect(post(other.id)).rejects.toMatchObject({ data: { error: "restricted_action" } });
    await expect(post(other.id)).rejects.toMatchObject({ data: { error: "restricted_action" } });
    await post(other.id);
    expect(fault.hits).toBe(2);
    expect(other.visible).toHaveLength(1);
  });

  it("can be called off", async () => {
    slack.faults.next({ error: "fatal_error" });
    slack.faults.clear();
    await client().auth.test();
    expect(slack.calls).toMatchObject([{ method: "auth.test", tokenKind: "bot", answer: { status: 200 } }]);
  });
});

describe("the library's streamer", () => {
  it("opens a stream for each append that comes before the first answer", async () => {
    const root = ada.says(general, "go on");
    const recipient = { recipient_team_id: slack.workspace.id, recipient_user_id: ada.id };
    const streamer = client().chatStream({ channel: general.id, thread_ts: root.ts, ...recipient });
    await Promise.all([1, 2, 3].map((piece) => streamer.append({ markdown_text: `${piece}`.repeat(256) })));
    expect(slack.callsOf("chat.startStream")).toHaveLength(3);
    expect(general.replies(root.ts)).toHaveLength(3);
  });

  it("meets a stream that Slack closed", async () => {
    const root = ada.says(general, "go on");
    const recipient = { recipient_team_id: slack.workspace.id, recipient_user_id: ada.id };
    const streamer = client().chatStream({ channel: general.id, thread_ts: root.ts, ...recipient, buffer_size: 1 });
    await streamer.append({ markdown_text: "one" });
    const [message] = general.replies(root.ts);
    if (message === undefined) throw new Error("No stream began.");
    slack.faults.closeStream(message);
    const closed = { data: { error: "message_not_in_streaming_state" } };
    await expect(streamer.append({ markdown_text: "two" })).rejects.toMatchObject(closed);
    await expect(streamer.stop()).rejects.toMatchObject(closed);
    expect(message).toMatchObject({ text: "one", stream: "closed" });
  });
});
