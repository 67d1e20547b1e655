import { createInstantRunner } from "@keyturn/testkit";
import type { AppSocket, Channel } from "@keyturn/testkit/slack";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type SlackBot, openSlackBot } from "../../packages/adapters/test-support/open-slack-bot.ts";
import { collectUnhandled } from "../../packages/adapters/test-support/unhandled.ts";
import { promises } from "../requirements.ts";

/** What may come over a socket that was greeted a while ago. */
const frames: Readonly<Record<string, (socket: AppSocket) => void>> = {
  warning: (socket) => socket.disconnect("warning"),
  refresh: (socket) => socket.disconnect("refresh_requested"),
  "too many": (socket) => socket.disconnect("too_many_websockets"),
  hello: (socket) => socket.send({ type: "hello", num_connections: 2 }),
  null: (socket) => socket.send(null),
  "close 1000": (socket) => socket.close(1000),
  "close 1011": (socket) => socket.close(1011),
  reset: (socket) => socket.reset(),
};

/** What may come over one behind its hello: too many sockets in that moment are a reason to wait. */
const { "too many": _, ...early } = frames;

/** What may be wrong with the opening of sockets meanwhile. */
const troubles: Readonly<Record<string, (test: SlackBot) => void>> = {
  "a 500": ({ slack }) => void slack.faults.next({ method: "apps.connections.open", status: 500 }),
  "a 429": ({ slack }) => void slack.faults.rateLimit("apps.connections.open", 1),
  "no answer": ({ slack }) => void slack.faults.next({ method: "apps.connections.open", hangs: true }),
  "a refusal": ({ slack }) => slack.faults.refuseSockets(1),
};

const nameIn = (table: object) => fc.constantFrom(...Object.keys(table));

/** What goes wrong: at the API, on the two sockets in this order, and on each socket that is opened next. */
interface Storm {
  readonly api: readonly string[];
  readonly breath: readonly { readonly frame: string; readonly socket: number }[];
  readonly next: readonly (readonly string[])[];
}

const storms: fc.Arbitrary<Storm> = fc.record({
  api: fc.uniqueArray(nameIn(troubles)),
  breath: fc.array(fc.record({ frame: nameIn(frames), socket: fc.nat(1) }), { minLength: 1, maxLength: 8 }),
  next: fc.array(fc.array(nameIn(early), { maxLength: 3 }), { maxLength: 3 }),
});

/** Moves time on by a tenth of a second, and lets what is on its way between here and Slack arrive. */
async function step({ slack, clock }: SlackBot): Promise<void> {
  await clock.advance(100);
  await fetch(`${slack.apiUrl}api.test`, { method: "POST" });
}

function answersTo(text: string, { messages }: Channel): number {
  return messages.filter((message) => message.text === `re: ${text}`).length;
}

/** Steps until it is so; the number of steps. */
async function stepsUntil(test: SlackBot, isSo: () => boolean): Promise<number> {
  let steps = 0;
  for (; !isSo() && steps < 1_000; steps += 1) await step(test);
  return steps;
}

describe(`${promises("slack-connection", "no-loss", "no-double")}frames that come in one breath`, () => {
  it("leave a bot behind that answers in seconds, whatever they are and in any order", async () => {
    using unhandled = collectUnhandled();
    await using test = await openSlackBot({ bot: { turnRunner: createInstantRunner() } });
    const { slack, ada, clock } = test;
    const direct = ada.opensDirect(slack.installation);
    let storm = 0;
    const run = async ({ api, breath, next }: Storm) => {
      storm += 1;
      const [during, after] = [`during ${storm}`, `after ${storm}`];
      await stepsUntil(test, () => slack.openSockets.length === 2);
      await clock.advance(15_000); //                                 1. all has been well for a while
      const sockets = slack.openSockets;
      const { length } = slack.sockets;
      for (const name of api) troubles[name]?.(test);
      for (const { frame, socket } of breath) {
        const target = sockets[socket];
        if (target?.isOpen === true) frames[frame]?.(target); //      2. the breath
      }
      ada.says(direct, during);
      for (const [number, names] of next.entries()) {
        await stepsUntil(test, () => slack.sockets.length > length + number || slack.openSockets.length === 2);
        const target = slack.sockets[length + number];
        for (const name of names) if (target?.isOpen === true) early[name]?.(target); // 3. and what follows
      }
      for (let count = 0; count < 10; count += 1) await step(test);
      slack.faults.clear();
      ada.says(direct, after); //                                     4. and then somebody asks
      expect(await stepsUntil(test, () => answersTo(after, direct) > 0)).toBeLessThanOrEqual(150);
      await clock.advance(420_000); // Slack tries for six minutes.
      await stepsUntil(test, () => answersTo(during, direct) > 0);
      expect([answersTo(during, direct), answersTo(after, direct)]).toEqual([1, 1]);
    };
    await fc.assert(fc.asyncProperty(storms, run), { numRuns: 40 });
    expect(unhandled.failures).toEqual([]);
  }, 60_000);
});
