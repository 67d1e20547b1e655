import type { Channel, DiscordServer } from "@keyturn/testkit/discord";
import { expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { openAnsweringBot, saidBy } from "../../test-support/answering-bot.ts";
import { expectQuiet } from "../../test-support/quiet.ts";
import { SeededRandom } from "../../test-support/random.ts";
import { collectUnhandled } from "../../test-support/unhandled.ts";

const questions = 500;

/** Questions between two troubles of the gateway. */
const perRound = 20;

const posts = { method: "POST", route: "/channels/{channel_id}/messages" } as const;

/** Troubles of the gateway. Each resolves when the client has what it needs to come back. */
const troubles: readonly [Trouble, ...Trouble[]] = [
  ({ faults }) => faults.dropConnections(),
  ({ faults }) => faults.closeConnections(1000),
  ({ faults }) => faults.closeConnections(4000),
  ({ faults }) => faults.closeConnections(4009),
  ({ faults }) => faults.invalidateSessions(false),
  ({ faults }) => faults.invalidateSessions(true),
  ({ faults }) => faults.askToReconnect(),
  async (server) => {
    const refused = server.gateway.refused;
    const admit = server.faults.refuseConnections();
    server.faults.dropConnections();
    await server.waitFor(() => server.gateway.refused > refused);
    admit();
  },
];

type Trouble = (server: DiscordServer) => void | Promise<void>;

const isServed = ({ gateway }: DiscordServer) =>
  gateway.sessions.some(({ isAttached, isInvalid }) => isAttached && !isInvalid);

it(`${promises("no-loss", "no-double", "order")}answers 500 questions once and in order, whatever becomes of the connection`, async () => {
  using unhandled = collectUnhandled();
  await using scene = await openAnsweringBot();
  const { server, ada, guild, account, mention } = scene;
  const random = new SeededRandom(Date.now());
  const channels: readonly [Channel, ...Channel[]] = [
    scene.general,
    server.addChannel(guild, { name: "one" }),
    server.addChannel(guild, { name: "two" }),
    ada.opensThread(scene.general, "three"),
    ada.directMessages(account),
  ];
  const asked = new Map<Channel, string[]>(channels.map((channel) => [channel, []]));
  const ask = (channel: Channel, text: string) => {
    ada.says(channel, `${mention} ${text}`);
    asked.get(channel)?.push(`re: ${text}`);
  };
  const answered = (channel: Channel) => saidBy(scene, channel);
  const isAnswered = () => channels.every((channel) => answered(channel).length >= (asked.get(channel)?.length ?? 0));
  // Direct messages that the bot has never heard of are in no list.
  for (const channel of channels) ask(channel, "hello");
  await server.waitFor(isAnswered);

  for (let number = 0; number < questions; number += 1) {
    if (random.below(5) === 0) server.faults.next({ ...posts, kind: "status", status: 502, afterCommit: true });
    if (random.below(20) === 0) server.faults.next({ ...posts, kind: "reset", afterCommit: true });
    if (number % perRound === random.below(perRound)) await random.pick(troubles)(server);
    ask(random.pick(channels), `question ${number}`);
    if (random.below(10) === 0) server.faults.repeatEvent("MESSAGE_CREATE");
    if (random.below(10) === 0) await server.waitFor(() => isServed(server));
    if (random.below(50) === 0) await server.waitFor(isAnswered, { timeoutMilliseconds: 15_000 });
  }
  await server.waitFor(isAnswered, { timeoutMilliseconds: 15_000 }).catch(() => undefined);
  await scene.bot.settled();

  const { seed } = random;
  const all = (textsOf: (channel: Channel) => readonly string[] | undefined) =>
    channels.map((channel) => [channel.name, textsOf(channel)]);
  expect({ seed, answers: all(answered) }).toEqual({ seed, answers: all((channel) => asked.get(channel)) });
  expect({ seed, unhandled: unhandled.failures }).toEqual({ seed, unhandled: [] });
  expectQuiet(server);
}, 90_000);
