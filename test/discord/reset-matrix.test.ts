import { createGateway } from "@keyturn/gateway";
import { ScriptedTurnRunner } from "@keyturn/testkit";
import type { Channel, Message } from "@keyturn/testkit/discord";
import { describe, expect, it } from "vitest";
import { type DiscordBot, openDiscordBot } from "../../packages/adapters/test-support/discord-bot.ts";
import { operator } from "../../packages/adapters/test-support/sessions.ts";
import { promises } from "../requirements.ts";

const token = "operator-5e1f0a9c3d7b2846";
const shown =
  "This is the beginning of an answer, and it has more than eighty characters, so that it is shown at once.";
const late = "This is what comes too late";

/** A conversation with a run in flight. */
interface Scene extends DiscordBot {
  readonly question: Message;
  readonly sessionId: string;
  readonly place: Channel;
}

async function ask({ bot }: DiscordBot, method: string, path: string, surface: string): Promise<void> {
  const gateway = createGateway({ bot, token });
  const headers = { Authorization: `Bearer ${token}`, "X-Keyturn-Surface": surface };
  const response = await gateway.fetch(new Request(`http://127.0.0.1/api/v1${path}`, { method, headers }));
  expect(response.status).toBe(200);
  await gateway.close();
}

/** Everything that ends a conversation, or the answer that is being written in it. */
const surfaces: Readonly<Record<string, (scene: Scene) => void | Promise<void>>> = {
  "/reset": ({ ada, place, account }) => void ada.runs(place, "reset", { of: account }),
  "/new": ({ ada, place, account }) => void ada.runs(place, "new", { of: account }),
  "/stop": ({ ada, place, account }) => void ada.runs(place, "stop", { of: account }),
  "the typed word": ({ ada, place, mention }) => void ada.says(place, `${mention} Reset`),
  "the typed command": ({ ada, place, mention }) => void ada.says(place, `${mention} /RESET`),
  "the deletion of the question": ({ ada, question }) => ada.deletes(question),
  "DELETE over HTTP": (scene) => ask(scene, "DELETE", `/sessions/${scene.sessionId}`, "http"),
  "a reset over HTTP": (scene) => ask(scene, "POST", `/sessions/${scene.sessionId}/reset`, "http"),
  "a reset on the dashboard": (scene) => ask(scene, "POST", `/sessions/${scene.sessionId}/reset`, "dashboard"),
};

function click({ ada, place, runner, account }: Scene): void {
  const draft = place.visibleMessages.find(({ author }) => author === account);
  if (draft !== undefined) ada.clicks(draft, `stop:${runner.runs[0]?.turn.runId}`);
}

/** What the bot is at when it comes. */
const phases: Readonly<Record<string, (scene: DiscordBot) => Promise<void>>> = {
  "before anything is shown": () => Promise.resolve(),
  "while the answer streams": async ({ server, runner, general, account }) => {
    runner.runs[0]?.write(shown);
    await server.waitFor(() => general.visibleMessages.find(({ author }) => author === account));
  },
  "while a connection is being made again": async ({ server }) => {
    const identifies = server.gateway.connections.length;
    server.faults.dropConnections();
    await server.waitFor(
      () => server.gateway.openConnections.length === 0 || server.gateway.connections.length > identifies,
    );
  },
};

const streaming = "while the answer streams";
const cases = [
  ...Object.keys(surfaces).flatMap((surface) => Object.keys(phases).map((phase) => ({ surface, phase }))),
  // There is none to click before.
  { surface: "the button below the draft", phase: streaming },
];

describe(`${promises("one-path", "no-resurrection", "aborted-means-quiet")}a Discord conversation`, () => {
  it.each(cases)("is ended by $surface $phase, and the run's late answer never appears", async ({ surface, phase }) => {
    // A model that takes no notice of an abort, such as one in a tool that cannot be ended.
    const runner = new ScriptedTurnRunner({ ignoresAbort: true });
    await using opened = await openDiscordBot({ settings: { scope: "channel" }, bot: { turnRunner: runner } });
    const { server, bot, ada, general, mention } = opened;
    const question = ada.says(general, `${mention} tell me`); //             1. a run is under way
    const run = await runner.nextRun();
    await phases[phase]?.({ ...opened, bot, runner }); //                    2. it has come this far
    const [session] = await bot.sessions.list({ limit: 1 }, operator);
    const ended = new Promise<void>((resolve) => {
      bot.subscribe(({ type }) => void (type === "run.finish" && resolve()));
    });
    await (surfaces[surface] ?? click)({
      ...opened,
      bot,
      runner,
      question,
      sessionId: session?.id ?? "",
      place: general,
    });
    await ended; //                                                          3. it is ended
    expect(run.isAborted).toBe(true);
    run.answer(late); //                                                     4. and goes on all the same
    await bot.settled();
    const next = ada.says(general, `${mention} and now?`); //                5. the conversation goes on
    const again = await runner.nextRun();
    expect(again.texts).toEqual(["and now?"]);
    again.answer("Here I am.");
    const answer = await server.waitFor(() => general.visibleMessages.find(({ content }) => content === "Here I am."));
    expect(answer.reference?.messageId).toBe(next.id);
    const everShown = general.messages.flatMap(({ revisions }) => revisions.map(({ content }) => content));
    expect(everShown.filter((content) => content.includes(late))).toEqual([]);
    const isMarked = ({ content }: Message) => !content.includes(shown) || content.endsWith("-# Stopped.");
    await server.waitFor(() => general.visibleMessages.every(isMarked));
    expect(server.violations).toEqual([]);
  });
});
