import { createInstantRunner } from "@keyturn/testkit";
import type { Channel, Message } from "@keyturn/testkit/slack";
import { expect, it } from "vitest";
import { type SlackBot, keyOf, openSlackBot } from "../../packages/adapters/test-support/open-slack-bot.ts";
import { SeededRandom } from "../../packages/adapters/test-support/random.ts";
import { operator } from "../../packages/adapters/test-support/sessions.ts";
import { collectUnhandled } from "../../packages/adapters/test-support/unhandled.ts";
import { promises } from "../requirements.ts";

const questions = 500;

/** Most questions that are not answered yet: people wait for a bot too. */
const mostOpen = 30;

/** A connection that is broken off may be that of the trouble itself. */
const ignore = (): void => undefined;

type Trouble = (test: SlackBot) => void;

/** What goes wrong on the way in, by mode. */
const troubles: Readonly<Record<"socket" | "http", readonly [Trouble, ...Trouble[]]>> = {
  socket: [
    ({ slack }) => slack.faults.reset(),
    ({ slack }) => slack.faults.reset(slack.openSockets.slice(0, 1)),
    ({ slack }) => slack.faults.closeSockets(1000, slack.openSockets.slice(0, 1)),
    ({ slack }) => slack.faults.closeSockets(1011),
    ({ slack }) => slack.faults.disconnect("refresh_requested", slack.openSockets.slice(0, 1)),
    ({ slack }) => slack.faults.disconnect("refresh_requested"),
    ({ slack }) => slack.faults.disconnect("warning"),
    ({ slack }) => slack.faults.silence(slack.openSockets.slice(0, 1)),
    ({ slack }) => slack.faults.loseAcknowledgements(3),
    ({ slack }) => slack.faults.sendFrame("null"),
    ({ slack }) => slack.faults.sendNullPayload(),
    ({ slack }) => {
      slack.faults.next({ method: "apps.connections.open", status: 500, times: 2 });
      slack.faults.refuseSockets(1);
      slack.faults.reset();
    },
  ],
  http: [
    ({ site }) => site?.breakOff("before", 2),
    ({ site }) => site?.breakOff("after", 2),
    ({ slack }) => void slack.post({ body: "{" }).catch(ignore),
    ({ slack }) => void slack.post({ body: "[]", signature: "v0=0" }).catch(ignore),
  ],
};

/** What goes wrong on the way out. */
const lateTroubles: readonly [Trouble, ...Trouble[]] = [
  ({ slack }) => void slack.faults.loseAnswer("chat.postMessage"),
  ({ slack }) => void slack.faults.next({ method: "chat.postMessage", afterCommit: true, resets: true }),
  ({ slack }) => void slack.faults.next({ method: "chat.postMessage", status: 500 }),
  ({ slack }) => void slack.faults.next({ method: "chat.postMessage", resets: true }),
  ({ slack }) => void slack.faults.hang("chat.postMessage"),
  ({ slack }) => void slack.faults.rateLimit("chat.postMessage", 3),
  ({ slack }) => void slack.faults.rateLimit("chat.postMessage", 2, "body"),
  ({ slack }) => void slack.faults.next({ method: "users.info", status: 500 }),
];

/** A conversation: its place, and how something is said in it. */
interface Talk {
  readonly place: Channel;
  readonly thread: Message | undefined;
  readonly asked: string[];
}

function saidIn({ slack }: SlackBot, { place, thread }: Talk): readonly string[] {
  return place.messages
    .filter(({ author, isDeleted, threadTs }) => author.appId === slack.app.id && !isDeleted && threadTs === thread?.ts)
    .map(({ text }) => text);
}

/** The questions of a conversation in the order in which they were taken in. */
async function takenIn({ bot, slack }: SlackBot, { place, thread }: Talk): Promise<readonly unknown[]> {
  const id = (await bot.sessions.find(keyOf(slack, place.id, thread?.ts))) ?? expect.fail("there is no session");
  const page = await bot.sessions.entries(id, { limit: 1_000 }, operator);
  return page.entries.flatMap((entry) => (entry.role === "user" ? [entry.text] : []));
}

it.each(["socket", "http"] as const)(
  `${promises("no-loss", "no-double", "order", "slack-connection")}answers 500 questions once and in order, whatever becomes of the connection: %s`,
  async (mode) => {
    using unhandled = collectUnhandled();
    await using test = await openSlackBot({ mode, bot: { turnRunner: createInstantRunner() } });
    const { slack, ada, boss, general, clock } = test;
    const random = new SeededRandom(Date.now());
    const inThread = (root: Message): Talk => ({ place: general, thread: root, asked: ["root"] });
    const talks: readonly [Talk, ...Talk[]] = [
      inThread(ada.says(general, "@testbot root")),
      inThread(ada.says(general, "@testbot root")),
      { place: ada.opensDirect(slack.installation), thread: undefined, asked: [] },
      { place: ada.opensDirect(boss, slack.installation), thread: undefined, asked: [] },
      { place: boss.opensDirect(slack.installation), thread: undefined, asked: [] },
    ];
    const open = () => talks.reduce((sum, talk) => sum + talk.asked.length - saidIn(test, talk).length, 0);
    const untilOpen = async (most: number) => {
      for (let step = 0; open() > most && step < 2_000; step += 1) await clock.advance(500);
    };
    await untilOpen(0);
    for (let number = 0; number < questions; number += 1) {
      if (random.below(12) === 0) random.pick(troubles[mode])(test);
      if (random.below(12) === 0) random.pick(lateTroubles)(test);
      if (random.below(12) === 0) slack.faults.duplicateEvents(2);
      const talk = random.pick(talks);
      const person = talk.place.members.has(boss.id) && talk.place.kind === "im" ? boss : ada;
      person.says(talk.place, `question ${number}`, { thread: talk.thread });
      talk.asked.push(`question ${number}`);
      await untilOpen(mostOpen);
    }
    await untilOpen(0);
    await clock.advance(600_000); // Slack gives up after six minutes: nothing more is on its way.
    await slack.delivered();
    await test.bot.settled();

    const { seed } = random;
    const sorted = (texts: readonly unknown[]) => texts.map(String).toSorted();
    for (const talk of talks) {
      const taken = await takenIn(test, talk);
      expect({ seed, taken: sorted(taken) }).toEqual({ seed, taken: sorted(talk.asked) });
      expect({ seed, said: saidIn(test, talk) }).toEqual({ seed, said: taken.map((text) => `re: ${String(text)}`) });
    }
    expect({ seed, unhandled: unhandled.failures }).toEqual({ seed, unhandled: [] });
    // What was scripted came about.
    expect(slack.deliveries.filter(({ attempts }) => attempts.length > 1).length).toBeGreaterThan(20);
    expect(slack.callsOf("chat.postMessage").length).toBeGreaterThan(questions);
  },
  120_000,
);
