import { createInstantRunner } from "@keyturn/testkit";
import type { Delivery } from "@keyturn/testkit/slack";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type SlackBot, openSlackBot } from "../../packages/adapters/test-support/open-slack-bot.ts";
import { collectUnhandled } from "../../packages/adapters/test-support/unhandled.ts";
import { promises } from "../requirements.ts";

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** What may stand where something else should. */
const junk = fc.constantFrom<Json | undefined>(
  undefined,
  null,
  true,
  0,
  -1,
  1e308,
  "",
  " ",
  "x".repeat(5_000),
  "\u0000\ud800",
  "__proto__",
  "../../etc",
  [],
  [null],
  {},
  { type: "message" },
  { __proto__: null, toString: 7 },
  "message",
  "event_callback",
  "block_actions",
);

/** Everything that Slack tells of a lively place: messages, edits, deletions, joins, commands, clicks. */
async function collectDeliveries(test: SlackBot): Promise<readonly Delivery[]> {
  const { slack, ada, boss, general } = test;
  const direct = ada.opensDirect(slack.installation);
  const root = ada.says(general, "@testbot hello", { files: [{ name: "cat.txt", content: "cat" }] });
  const answer = await slack.waitFor(() => general.replies(root.ts)[0]);
  ada.edits(root, "@testbot hello you");
  ada.says(general, "more", { thread: root, isBroadcast: true });
  boss.leaves(general);
  boss.joins(general);
  ada.reacts(root, "eyes");
  ada.opensAssistant(slack.installation);
  await ada.runs(direct, "/keyturn", "help").result;
  await ada.clicks(answer, "keyturn.regenerate").result;
  ada.deletes(root);
  await slack.delivered();
  return slack.deliveries.filter(({ body }) => JSON.stringify(body).length > 2);
}

/** A copy in which one thing, chosen by the numbers, is something else or gone. */
function spoil(value: unknown, choices: readonly number[], other: Json | undefined): unknown {
  const [choice = 0, ...more] = choices;
  if (typeof value !== "object" || value === null || choices.length === 0) return other;
  const entries = Object.entries(value);
  const chosen = choice % (entries.length + 1);
  if (chosen === entries.length) return other;
  const spoilt = entries.map(
    ([name, each], index) => [name, index === chosen ? spoil(each, more, other) : each] as const,
  );
  return Array.isArray(value) ? spoilt.map(([, each]) => each) : Object.fromEntries(spoilt);
}

const spoilings = fc.array(
  fc.record({ which: fc.nat(), choices: fc.array(fc.nat(), { minLength: 1, maxLength: 6 }), other: junk }),
  { minLength: 20, maxLength: 20 },
);

/** A body as Slack posts it. */
function requestOf(kind: Delivery["kind"], body: unknown) {
  const json = JSON.stringify(body) ?? "";
  if (kind === "events_api") return { body: json };
  const contentType = "application/x-www-form-urlencoded";
  if (kind === "interactive") return { body: new URLSearchParams({ payload: json }).toString(), contentType };
  const form = new URLSearchParams();
  for (const [name, each] of Object.entries(body ?? {})) {
    form.append(name, typeof each === "string" ? each : (JSON.stringify(each) ?? ""));
  }
  return { body: form.toString(), contentType };
}

async function expectAnswer({ slack, ada, clock }: SlackBot, text: string): Promise<void> {
  const direct = ada.opensDirect(slack.installation);
  ada.says(direct, text);
  await clock.advance(5_000);
  await slack.waitFor(() => direct.messages.find((message) => message.text === `re: ${text}`));
}

const bot = { turnRunner: createInstantRunner() };
const runs = { numRuns: 25 };

describe(`${promises("bad-input", "isolation")}what Slack sends, with something wrong in it`, () => {
  it("is answered with no 5xx over HTTP, and the bot goes on", async () => {
    using unhandled = collectUnhandled();
    await using test = await openSlackBot({ mode: "http", bot });
    const { slack, clock } = test;
    const real = await collectDeliveries(test);
    await fc.assert(
      fc.asyncProperty(spoilings, async (tries) => {
        for (const { which, choices, other } of tries) {
          const { kind, body } = real[which % real.length] ?? expect.fail("nothing was delivered");
          const spoilt = spoil(body, choices, other);
          const { status } = await slack.post(requestOf(kind, spoilt));
          expect([200, 400]).toContain(status);
        }
        await clock.advance(10_000);
      }),
      runs,
    );
    await expectAnswer(test, "still there");
    expect(unhandled.failures).toEqual([]);
  }, 60_000);

  it("is acknowledged over a socket, which stays open, and the bot goes on", async () => {
    using unhandled = collectUnhandled();
    await using test = await openSlackBot({ bot });
    const { slack, clock } = test;
    await slack.waitFor(() => slack.openSockets.length === 2);
    const real = await collectDeliveries(test);
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(spoilings, fc.boolean(), async (tries, isInside) => {
        const [socket] = slack.openSockets;
        if (socket === undefined) return expect.fail("no socket is open");
        const before = socket.counts.acknowledgements;
        for (const { which, choices, other } of tries) {
          const { kind, body } = real[which % real.length] ?? expect.fail("nothing was delivered");
          sent += 1;
          const envelope = { type: kind, envelope_id: `spoilt-${sent}`, accepts_response_payload: false };
          const frame = isInside
            ? { ...envelope, payload: spoil(body, choices, other) }
            : spoil({ ...envelope, payload: body }, choices, other);
          socket.sendText(JSON.stringify(frame) ?? "");
        }
        await clock.advance(10_000);
        // Without an id there is nothing to acknowledge.
        if (isInside) await slack.waitFor(() => socket.counts.acknowledgements - before >= tries.length);
      }),
      runs,
    );
    await expectAnswer(test, "still there");
    expect(test.lines.filter(([, line]) => line.includes("it will come again"))).toEqual([]);
    expect(slack.sockets).toHaveLength(2);
    expect(unhandled.failures).toEqual([]);
  }, 60_000);
});
