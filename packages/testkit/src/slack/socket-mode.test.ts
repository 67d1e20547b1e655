import { type App, SocketModeReceiver } from "@slack/bolt";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { promises } from "../../../../test/requirements.ts";
import { type CollectedRejections, collectRejections } from "../../test-support/collect-rejections.ts";
import { type StartedBolt, quietLogger, startSocketBolt } from "../../test-support/start-bolt.ts";
import { ManualClock } from "../manual-clock.ts";
import { type Channel, type Person, SlackServer, slackLimits } from "./index.ts";
import { fieldOf } from "./read.ts";

/** How long Bolt waits for a pong, and before it comes back, in milliseconds: its own default, and a hasty one. */
const usual = 5_000;
const hasty = 500;

let clock: ManualClock;
let slack: SlackServer;
let ada: Person;
let general: Channel;
let bolts: StartedBolt[];
/** What listeners got: the text, and the number of the try. */
let heard: [unknown, unknown][];
let rejections: CollectedRejections | undefined;

beforeEach(async () => {
  clock = new ManualClock();
  slack = await SlackServer.start({ clock });
  ada = slack.addPerson("ada");
  general = slack.addChannel("general");
  bolts = [];
  heard = [];
});

afterEach(async () => {
  for (const bolt of bolts) await bolt.stop();
  await slack.close();
  rejections?.release();
  rejections = undefined;
});

/** A Bolt of this app that tries each call once. */
async function connect(clientPingTimeout = usual, appToken = slack.app.appToken): Promise<StartedBolt> {
  const receiver = new SocketModeReceiver({
    appToken,
    clientPingTimeout,
    logger: quietLogger,
    installerOptions: { clientOptions: { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } } },
  });
  const bolt = await startSocketBolt(
    slack,
    (app: App) => {
      app.message(async ({ message, context }) => {
        heard.push([fieldOf(message, "text"), context.retryNum]);
      });
    },
    { receiver },
  );
  bolts.push(bolt);
  return bolt;
}

/** A client of the protocol that acknowledges nothing. */
async function openRawSocket(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.once("message", resolve);
    socket.once("error", reject);
  });
  return socket;
}

async function openUrl(): Promise<string> {
  const headers = { authorization: `Bearer ${slack.app.appToken}` };
  const response = await fetch(`${slack.apiUrl}apps.connections.open`, { method: "POST", headers });
  return String(fieldOf(await response.json(), "url"));
}

describe(promises("slack-on-loopback") + "a connection that ends", () => {
  it.each(["refresh_requested", "warning"] as const)(
    "is left by Bolt at once for %s, and a new one takes its place",
    async (reason) => {
      await connect(hasty);
      slack.faults.disconnect(reason);
      await slack.waitFor(() => slack.openSockets.length === 0);
      ada.says(general, "in the gap"); // Nobody is connected: it waits.
      await slack.waitFor(() => slack.sockets.length === 2);
      await slack.delivered();
      expect(heard).toEqual([["in the gap", 0]]);
      expect(slack.sockets[0]).toMatchObject({ closeCode: 1000 });
    },
  );

  it("comes back after a TCP reset", async () => {
    await connect(hasty);
    slack.faults.reset();
    await slack.waitFor(() => slack.sockets.length === 2);
    ada.says(general, "after");
    await slack.delivered();
    expect(heard).toEqual([["after", 0]]);
    expect(slack.sockets[0]).toMatchObject({ closeCode: 1006 });
  });

  it("is given up by Bolt when the peer falls silent, and what went into it comes again", async () => {
    await connect(hasty);
    slack.faults.silence();
    ada.says(general, "into the void");
    await slack.waitFor(() => slack.sockets.length === 2);
    await clock.advance(slackLimits.acknowledgement);
    await slack.delivered();
    expect(heard).toEqual([["into the void", 1]]);
  });

  it("is tried again while it is refused", async () => {
    await connect(hasty);
    slack.faults.refuseSockets(2);
    slack.faults.reset();
    ada.says(general, "back");
    await slack.waitFor(() => heard.length === 1);
    expect(slack.refusedSockets).toBe(2);
    expect(slack.callsOf("apps.connections.open")).toHaveLength(4);
  });

  it("is tried again at once however often it is cut, without a wait in between", async () => {
    ada.says(general, "hello");
    for (const attempts of [1, 2, 3]) {
      await openRawSocket(await openUrl());
      await slack.waitFor(() => slack.deliveries[0]?.attempts.length === attempts);
      slack.faults.reset();
      await slack.waitFor(() => slack.openSockets.length === 0);
    }
    await connect(hasty);
    await slack.delivered();
    expect(heard).toEqual([["hello", 3]]);
  });

  it("takes an unacknowledged event along to another socket, with the same event id", async () => {
    await openRawSocket(await openUrl());
    ada.says(general, "hello");
    await slack.waitFor(() => slack.deliveries[0]?.attempts.length === 1);
    await connect(hasty);
    slack.faults.reset(slack.openSockets.slice(0, 1));
    await slack.delivered();
    expect(heard).toEqual([["hello", 1]]);
    expect(slack.deliveries[0]?.attempts.map(({ socketId }) => socketId)).toEqual(slack.sockets.map(({ id }) => id));
  });
});

describe("a connection that does not come about", () => {
  it("makes the start fail for a bad app token", async () => {
    await expect(connect(usual, "xapp-unknown")).rejects.toMatchObject({ data: { error: "invalid_auth" } });
  });

  it.each([
    ["a revoked app token", () => slack.faults.refuseToken(slack.app.appToken)],
    ["an HTTP 500", () => slack.faults.next({ method: "apps.connections.open", status: 500 })],
  ])("leaves Bolt deaf for good after %s at the reconnect", async (_name, fail) => {
    await connect(hasty);
    const rejected = Promise.withResolvers<void>();
    rejections = collectRejections(rejected.resolve);
    fail();
    slack.faults.reset();
    await rejected.promise;
    expect(rejections.reasons).toHaveLength(1);
    expect(slack.callsOf("apps.connections.open")).toHaveLength(2);
  });

  it("opens one socket per URL", async () => {
    const url = await openUrl();
    const first = await openRawSocket(url);
    await expect(openRawSocket(url)).rejects.toThrow(/403/);
    expect(slack.refusedSockets).toBe(1);
    first.terminate();
  });

  it("is one too many above ten", async () => {
    const urls = await Promise.all(Array.from({ length: 11 }, openUrl));
    for (const url of urls.slice(0, 10)) await openRawSocket(url);
    const eleventh = new WebSocket(urls[10] ?? "");
    const frame = await new Promise<string>((resolve) =>
      eleventh.once("message", (data) => resolve(Buffer.isBuffer(data) ? data.toString() : "")),
    );
    expect(JSON.parse(frame)).toMatchObject({ type: "disconnect", reason: "too_many_websockets" });
    await clock.advance(slackLimits.leaveTime);
    await slack.waitFor(() => slack.sockets[10]?.closeCode === 1000);
    expect(slack.openSockets).toHaveLength(10);
  });
});

describe("events over sockets", () => {
  it("go to one of the open sockets, each in its turn", async () => {
    await connect();
    await connect();
    for (const text of ["a", "b", "c", "d"]) ada.says(general, text);
    await slack.delivered();
    expect(new Set(heard.map(([text]) => text))).toEqual(new Set(["a", "b", "c", "d"]));
    expect(slack.sockets.map(({ counts }) => counts.envelopes)).toEqual([2, 2]);
  });

  it("come again when an acknowledgement gets lost: at once, after a minute, after five more", async () => {
    await connect();
    slack.faults.loseAcknowledgements(4);
    ada.says(general, "hello");
    await slack.waitFor(() => slack.deliveries[0]?.attempts.length === 1);
    for (const wait of slackLimits.retryDelays) {
      await slack.waitFor(() => heard.length === slack.deliveries[0]?.attempts.length);
      await clock.advance(slackLimits.acknowledgement);
      await clock.advance(wait);
    }
    await slack.waitFor(() => heard.length === 4);
    await clock.advance(slackLimits.acknowledgement);
    await slack.delivered();
    expect(slack.deliveries[0]?.attempts.map(({ retryNumber }) => retryNumber)).toEqual([0, 1, 2, 3]);
    expect(slack.deliveries[0]).toMatchObject({ isAcknowledged: false });
  });

  it("can come twice, with one event id", async () => {
    await connect();
    slack.faults.duplicateEvents();
    ada.says(general, "hello");
    await slack.waitFor(() => heard.length === 2);
    expect(slack.deliveries).toHaveLength(1);
  });

  it("can be delivered once more to another process", async () => {
    await connect();
    ada.says(general, "hello");
    await slack.delivered();
    await connect();
    const [delivery] = slack.deliveries;
    if (delivery === undefined) throw new Error("Nothing was delivered.");
    expect(await slack.faults.redeliver(delivery, slack.sockets[1])).toMatchObject({ isAcknowledged: true });
    expect(heard).toEqual([
      ["hello", 0],
      ["hello", 1],
    ]);
  });

  it("are acknowledged by Bolt before a listener throws, so Slack does not send them again", async () => {
    const bolt = await connect();
    bolt.app.message(() => Promise.reject(new Error("The listener failed.")));
    ada.says(general, "hello");
    await slack.delivered();
    expect(slack.deliveries[0]).toMatchObject({ isAcknowledged: true, attempts: [{ retryNumber: 0 }] });
  });

  it.each([
    ["a null frame", () => slack.faults.sendFrame("null")],
    ["a null payload", () => slack.faults.sendNullPayload()],
    ["app_rate_limited", () => slack.faults.sendAppRateLimited(slack.workspace.id)],
  ])("make Bolt reject a promise that nobody takes for %s", async (_name, send) => {
    await connect();
    const rejected = Promise.withResolvers<void>();
    rejections = collectRejections(rejected.resolve);
    send();
    await rejected.promise;
    expect(rejections.reasons).toMatchObject([expect.any(TypeError)]);
  });
});

describe("commands and clicks over sockets", () => {
  it("fail for the person when nobody is connected", async () => {
    const { result } = ada.runs(general, "/reset");
    expect(await result).toEqual({ isAcknowledged: false, error: "dispatch_failed", answer: undefined });
  });

  it("run out of time after three seconds, and are not sent again", async () => {
    await connect(); // It has no listener for the command.
    const run = ada.runs(general, "/reset");
    await slack.waitFor(() => run.delivery.attempts.length === 1);
    await clock.advance(slackLimits.acknowledgement);
    expect(await run.result).toMatchObject({ isAcknowledged: false, error: "operation_timeout" });
    expect(run.delivery.attempts).toHaveLength(1);
  });
});

it("leaves nothing behind when it closes", async () => {
  await openRawSocket(await openUrl());
  slack.faults.disconnect("refresh_requested", slack.openSockets);
  await openRawSocket(await openUrl());
  slack.faults.silence();
  ada.says(general, "unanswered");
  slack.faults.hang("chat.postMessage");
  const hanging = fetch(`${slack.apiUrl}chat.postMessage`, { method: "POST" }).catch((error: unknown) => error);
  await slack.waitFor(() => slack.callsOf("chat.postMessage").length === 1);
  await slack.close();
  expect(await hanging).toBeInstanceOf(TypeError);
  expect(slack.openSockets).toEqual([]);
  expect(clock.pendingTimers).toBe(0);
});
