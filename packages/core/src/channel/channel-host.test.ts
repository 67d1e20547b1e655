import { ManualClock } from "@keyturn/testkit";
import { expect, it } from "vitest";
import { ConfigurationError } from "../errors.ts";
import { silentLogger } from "../log.ts";
import { NamedRegistry } from "../named-registry.ts";
import { ChannelHost } from "./channel-host.ts";
import type { ChannelStatus } from "../channel-status.ts";
import type { Channel, ChannelReport } from "./channel.ts";

/** A channel whose starts and stops the test answers one by one. */
class ScriptedChannel implements Channel {
  readonly name: string;
  readonly assurance = "none";
  readonly calls: string[] = [];
  report: (news: ChannelReport) => void = () => undefined;
  startResult: () => Promise<void> = () => Promise.resolve();
  stopResult: () => Promise<void> = () => Promise.resolve();

  constructor(name: string) {
    this.name = name;
  }

  send = () => Promise.resolve({});

  start(report: (news: ChannelReport) => void): Promise<void> {
    this.calls.push("start");
    this.report = report;
    return this.startResult();
  }

  stop(): Promise<void> {
    this.calls.push("stop");
    return this.stopResult();
  }
}

function createHost() {
  const clock = new ManualClock();
  const changes: string[] = [];
  const onChange = ({ name, state }: ChannelStatus) => void changes.push(`${name} ${state}`);
  const channels = new NamedRegistry<Channel>("channel");
  const host = new ChannelHost({ channels, clock, log: silentLogger, onChange, startMilliseconds: 60_000 });
  const add = (name: string, startResult?: () => Promise<void>) => {
    const channel = new ScriptedChannel(name);
    if (startResult !== undefined) channel.startResult = startResult;
    return { channel, remove: host.add(channel) };
  };
  const state = (name: string) => host.statuses.find((status) => status.name === name)?.state;
  return { clock, host, changes, add, state };
}

const hang = () => new Promise<void>(() => undefined);

it("connects a channel that reports nothing, and tells each change", async () => {
  const { host, changes, add, state } = createHost();
  add("quiet");
  expect(state("quiet")).toBe("stopped");
  await host.start();
  await host.stop();
  expect(changes).toEqual(["quiet starting", "quiet connected", "quiet stopped"]);
});

it("starts the others when one hangs and one fails", async () => {
  const { clock, host, add, state } = createHost();
  add("hanging").channel.startResult = hang;
  add("failing").channel.startResult = () => Promise.reject(new Error("no route to host"));
  add("well");
  const started = host.start();
  await clock.advance(0);
  expect(["hanging", "failing", "well"].map(state)).toEqual(["starting", "failed", "connected"]);
  await clock.advance(10_000);
  await started;
});

it("starts a channel that failed again, after pauses that grow up to a minute", async () => {
  const { clock, host, add, state } = createHost();
  const { channel } = add("shaky");
  channel.startResult = () => Promise.reject(new Error("no route to host"));
  await host.start();
  const starts = () => channel.calls.filter((call) => call === "start").length;
  const pauses = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000];
  for (const [index, pause] of pauses.entries()) {
    await clock.advance(pause - 1);
    expect(starts()).toBe(index + 1);
    await clock.advance(1);
    expect(starts()).toBe(index + 2);
  }
  channel.startResult = () => Promise.resolve();
  await clock.advance(60_000);
  expect(state("shaky")).toBe("connected");
});

it("does not start a channel again whose settings are wrong", async () => {
  const { clock, host, add, state } = createHost();
  const { channel } = add("blank");
  channel.startResult = () => Promise.reject(new ConfigurationError("The signing secret is missing."));
  await host.start();
  await clock.advance(3_600_000);
  expect(channel.calls).toEqual(["start"]);
  expect(state("blank")).toBe("misconfigured");
  expect(host.statuses[0]?.reason).toBe("The signing secret is missing.");
});

it("believes what a channel reports while it is on, and starts it anew when it has failed", async () => {
  const { clock, host, add, state } = createHost();
  const { channel } = add("discord");
  await host.start();
  channel.report({ state: "reconnecting", reason: "The connection was lost." });
  expect(host.statuses[0]).toMatchObject({ state: "reconnecting", reason: "The connection was lost.", reconnects: 0 });
  channel.report({ state: "connected" });
  expect(host.statuses[0]).toMatchObject({ state: "connected", reason: undefined, reconnects: 1 });
  channel.report({ state: "failed", reason: "The session is gone." });
  expect(state("discord")).toBe("failed");
  await clock.advance(1_000);
  expect(channel.calls).toEqual(["start", "stop", "start"]);
  const lastError = { reason: "The session is gone.", at: clock.now() - 1_000 };
  expect(host.statuses[0]).toMatchObject({ state: "connected", reconnects: 2, lastError });
});

it("shows what a channel measures of its connection, as it is when somebody looks", async () => {
  const { host, add } = createHost();
  const { channel } = add("discord");
  expect(host.statuses[0]).toMatchObject({ lastEventAt: undefined, pingMilliseconds: undefined });
  Object.assign(channel, { vitals: () => ({ lastEventAt: 7, pingMilliseconds: 41, limitedUntil: 9 }) });
  expect(host.statuses[0]).toMatchObject({ lastEventAt: 7, pingMilliseconds: 41, limitedUntil: 9 });
});

it("does not listen to what a life that is over reports", async () => {
  const { clock, host, add, state } = createHost();
  const { channel } = add("discord");
  await host.start();
  const late = channel.report;
  await host.stop();
  late({ state: "failed" });
  expect(state("discord")).toBe("stopped");
  await clock.advance(120_000);
  expect(channel.calls).toEqual(["start", "stop"]);
});

it("restarts a channel once at a time, and none that is not there", async () => {
  const { clock, host, add, state } = createHost();
  const { channel } = add("slack");
  expect(host.restart("slack")).toBe("unknown");
  await host.start();
  expect(host.restart("nobody")).toBe("unknown");
  expect(host.restart("slack")).toBe("begun");
  expect(host.restart("slack")).toBe("busy");
  await clock.advance(0);
  expect(channel.calls).toEqual(["start", "stop", "start"]);
  expect(state("slack")).toBe("connected");
  expect(host.restart("slack")).toBe("begun");
});

it("goes on when a channel does not stop", async () => {
  const { clock, host, add } = createHost();
  const hanging = add("hanging").channel;
  hanging.stopResult = hang;
  add("failing").channel.stopResult = () => Promise.reject(new Error("already closed"));
  await host.start();
  const stopped = host.stop();
  await clock.advance(5_000);
  await stopped;
  expect(hanging.calls).toEqual(["start", "stop"]);
});

it("starts a channel that is added while the others are on, and lets those who wait for it go when it is removed", async () => {
  const { clock, host, add, state } = createHost();
  await host.start();
  const { remove } = add("late", hang);
  let isFree = false;
  void host.whenOpen("late")?.then(() => {
    isFree = true;
  });
  await clock.advance(0);
  expect([state("late"), isFree]).toEqual(["starting", false]);
  await remove();
  expect([state("late"), isFree]).toEqual([undefined, true]);
  expect(host.whenOpen("late")).toBeUndefined();
});

it("does not start a channel that is removed while it is being restarted", async () => {
  const { clock, host, add } = createHost();
  const { channel, remove } = add("slack");
  const stopped = Promise.withResolvers<void>();
  await host.start();
  // 1. A restart waits for the channel to stop.
  channel.stopResult = () => stopped.promise;
  host.restart("slack");
  // 2. Its plugin takes it away.
  const removed = remove();
  stopped.resolve();
  await removed;
  await clock.advance(0);
  expect(channel.calls.filter((call) => call === "start")).toHaveLength(1);
});

it("leaves a channel alone that mended itself, or whose settings are wrong, before it is started anew", async () => {
  const { clock, host, add } = createHost();
  const { channel: mended } = add("mended");
  const { channel: wrong } = add("wrong");
  await host.start();
  mended.report({ state: "failed" });
  mended.report({ state: "connected" });
  wrong.report({ state: "failed" });
  wrong.report({ state: "misconfigured", reason: "The token was revoked." });
  await clock.advance(120_000);
  expect([mended.calls, wrong.calls]).toEqual([["start"], ["start"]]);
  mended.report({ state: "failed" });
  await clock.advance(1_000);
  expect(mended.calls).toEqual(["start", "stop", "start"]);
});

it("starts again after a short pause what was well for long", async () => {
  const { clock, host, add } = createHost();
  const { channel } = add("daily");
  await host.start();
  for (let day = 1; day <= 8; day += 1) {
    await clock.advance(86_400_000);
    channel.report({ state: "failed" });
    await clock.advance(1_000);
    expect(channel.calls.filter((call) => call === "start")).toHaveLength(day + 1);
  }
});

it("stops a channel again whose start ends after it was stopped", async () => {
  const { clock, host, add } = createHost();
  const { channel } = add("ghost");
  const begun = Promise.withResolvers<void>();
  channel.startResult = () => begun.promise;
  const started = host.start();
  await host.stop();
  begun.resolve();
  await clock.advance(0);
  await started;
  expect(channel.calls).toEqual(["start", "stop", "stop"]);
});

it("stops a channel once at a time, and starts it when that is over", async () => {
  const { clock, host, add } = createHost();
  const { channel } = add("slow");
  const stopped = Promise.withResolvers<void>();
  await host.start();
  channel.stopResult = () => stopped.promise;
  // 1. The channel failed: it is stopped, to be started anew.
  channel.report({ state: "failed" });
  await clock.advance(1_000);
  // 2. Somebody restarts it meanwhile.
  host.restart("slow");
  await clock.advance(0);
  expect(channel.calls).toEqual(["start", "stop"]);
  stopped.resolve();
  await clock.advance(0);
  expect(channel.calls).toEqual(["start", "stop", "start"]);
});

it("does not tell operators what an error of others says: it may hold anything", async () => {
  const { host, add, state } = createHost();
  const failure = Object.assign(new Error("connect https://api.example/bot-xoxb-4711"), { code: "ECONNREFUSED" });
  add("refused", () => Promise.reject(failure));
  await host.start();
  expect(state("refused")).toBe("failed");
  expect(JSON.stringify(host.statuses)).not.toContain("4711");
  expect(host.statuses[0]?.reason).toContain("ECONNREFUSED");
});

it("gives up a start that hangs, says so, and tries again", async () => {
  const { clock, host, add, state } = createHost();
  const { channel } = add("stuck", hang);
  const started = host.start();
  await clock.advance(10_000);
  await started;
  await clock.advance(49_999);
  expect(state("stuck")).toBe("starting");
  await clock.advance(1);
  expect(host.statuses[0]).toMatchObject({ state: "failed", reason: "It did not start within 60 s." });
  channel.startResult = () => Promise.resolve();
  await clock.advance(1_000);
  expect(channel.calls).toEqual(["start", "stop", "start"]);
  expect(state("stuck")).toBe("connected");
  await host.stop();
});

it("waits for a start that reports by itself, however long it takes", async () => {
  const { clock, host, add, state } = createHost();
  const { channel } = add("slow", hang);
  const started = host.start();
  channel.report({ state: "reconnecting" });
  await clock.advance(600_000);
  await started;
  expect(state("slow")).toBe("reconnecting");
  expect(channel.calls).toEqual(["start"]);
  await host.stop();
});

it("stops a channel whose given-up start ends after the channel was stopped", async () => {
  const { clock, host, add } = createHost();
  const start = Promise.withResolvers<void>();
  const { channel } = add("stuck", () => start.promise);
  const started = host.start();
  await clock.advance(60_000);
  await started;
  await host.stop();
  expect(channel.calls).toEqual(["start", "stop"]);
  start.resolve();
  await clock.advance(1);
  expect(channel.calls).toEqual(["start", "stop", "stop"]);
});
