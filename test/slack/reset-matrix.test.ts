import { createGateway } from "@keyturn/gateway";
import { ScriptedTurnRunner } from "@keyturn/testkit";
import type { Channel, Message } from "@keyturn/testkit/slack";
import { describe, expect, it } from "vitest";
import { type SlackBot, openSlackBot } from "../../packages/adapters/test-support/open-slack-bot.ts";
import { operator } from "../../packages/adapters/test-support/sessions.ts";
import { promises } from "../requirements.ts";

const token = "operator-5e1f0a9c3d7b2846";
const shown =
  "This is the beginning of an answer, and it has more than eighty characters, so that it is shown at once.";
const late = "This is what comes too late";

/** A conversation of Ada's with a run in flight. */
interface Scene extends SlackBot {
  readonly question: Message;
  readonly sessionId: string;
  readonly place: Channel;
  /** Says something more in the same conversation. */
  readonly say: (text: string) => Message;
}

async function ask({ bot }: SlackBot, method: string, path: string, surface: string): Promise<void> {
  const gateway = createGateway({ bot, token });
  const headers = { Authorization: `Bearer ${token}`, "X-Keyturn-Surface": surface };
  const response = await gateway.fetch(new Request(`http://127.0.0.1/api/v1${path}`, { method, headers }));
  expect(response.status).toBe(200);
  await gateway.close();
}

type Surfaces = Readonly<Record<string, (scene: Scene) => void | Promise<void>>>;

/** What ends a conversation, or the answer that is being written in it, wherever it is. */
const anywhere: Surfaces = {
  "the typed word": ({ say }) => void say("@testbot Reset"),
  "the typed command": ({ say }) => void say("@testbot /RESET"),
  "DELETE over HTTP": (scene) => ask(scene, "DELETE", `/sessions/${scene.sessionId}`, "http"),
  "a reset over HTTP": (scene) => ask(scene, "POST", `/sessions/${scene.sessionId}/reset`, "http"),
  "a reset on the dashboard": (scene) => ask(scene, "POST", `/sessions/${scene.sessionId}/reset`, "dashboard"),
  "a reset on the command line": (scene) => ask(scene, "POST", `/sessions/${scene.sessionId}/reset`, "command-line"),
  "the deletion of the question": ({ ada, question }) => ada.deletes(question),
};

/** Slash commands; Slack has none in threads. */
const outsideThreads: Surfaces = {
  "/reset": ({ ada, place }) => void ada.runs(place, "/reset"),
  "/new": ({ ada, place }) => void ada.runs(place, "/new"),
  "/stop": ({ ada, place }) => void ada.runs(place, "/stop"),
  "/keyturn reset": ({ ada, place }) => void ada.runs(place, "/keyturn", "reset"),
};

const button: Surfaces = {
  "the button below the draft": async ({ slack, ada, place }) => {
    const draft = await slack.waitFor(() => draftOf(place));
    ada.clicks(draft, "keyturn.stop");
  },
};

const draftOf = ({ messages }: Channel) => messages.find(({ text, isDeleted }) => text.includes(shown) && !isDeleted);

/** What ends the answer alone. */
const keepsHistory: ReadonlySet<string> = new Set(["/stop", "the deletion of the question", ...Object.keys(button)]);

const isBots =
  ({ app }: SlackBot["slack"]) =>
  ({ author, isDeleted }: Message) =>
    author.appId === app.id && !isDeleted;

/** What the bot is at when it comes. */
const phases: Readonly<Record<string, (scene: Scene) => void | Promise<void>>> = {
  "before anything is shown": () => undefined,
  "while the answer streams": async ({ slack, place }) => void (await slack.waitFor(() => draftOf(place))),
  "while a socket is renewed": ({ slack }) =>
    slack.faults.disconnect("refresh_requested", slack.openSockets.slice(0, 1)),
  "while a socket is gone": ({ slack }) => slack.faults.reset(slack.openSockets.slice(0, 1)),
};

const streaming = "while the answer streams";
const withoutSockets = ["before anything is shown", streaming];

const cases = (["socket", "http"] as const).flatMap((mode) =>
  (["a thread", "a direct message"] as const).flatMap((where) => [
    ...Object.keys(where === "a thread" ? anywhere : { ...anywhere, ...outsideThreads }).flatMap((surface) =>
      (mode === "http" ? withoutSockets : Object.keys(phases)).map((phase) => ({ mode, where, surface, phase })),
    ),
    // There is none to click before.
    ...Object.keys(button).map((surface) => ({ mode, where, surface, phase: streaming })),
  ]),
);

describe(`${promises("one-path", "no-resurrection", "aborted-means-quiet")}a Slack conversation`, () => {
  it.each(cases)(
    "in $where is ended by $surface $phase, and the run's late answer never appears ($mode)",
    async ({ mode, where, surface, phase }) => {
      // A model that takes no notice of an abort, such as one in a tool that cannot be ended.
      const runner = new ScriptedTurnRunner({ ignoresAbort: true });
      await using opened = await openSlackBot({ mode, bot: { turnRunner: runner } });
      const { slack, bot, ada, general } = opened;
      const place = where === "a thread" ? general : ada.opensDirect(slack.installation);
      const root = ada.says(place, "@testbot hello");
      (await runner.nextRun()).answer("Hello, Ada.");
      await slack.waitFor(() => place.messages.find(({ text }) => text === "Hello, Ada."));
      await bot.settled();
      const [session] = await bot.sessions.list({ limit: 1 }, operator);
      const thread = where === "a thread" ? root : undefined;
      const say = (text: string) => ada.says(place, text, { thread });
      const question = say("tell me"); //                                     1. a run is under way
      const run = await runner.nextRun();
      const scene = { ...opened, runner, question, place, say, sessionId: session?.id ?? "" };
      if (phase === streaming) run.write(shown);
      await phases[phase]?.(scene); //                                        2. it has come this far
      const ended = new Promise<void>((resolve) => {
        bot.subscribe(({ type }) => void (type === "run.finish" && resolve()));
      });
      await { ...anywhere, ...outsideThreads, ...button }[surface]?.(scene);
      await ended; //                                                         3. it is ended
      expect(run.isAborted).toBe(true);
      run.answer(late); //                                                    4. and goes on all the same
      await bot.settled();
      // Whoever speaks where no conversation is left has to mention the bot again.
      say("@testbot and now?"); //                                            5. the conversation goes on
      const again = await runner.nextRun();
      expect(again.texts).toEqual(["and now?"]);
      expect(again.turn.history.length > 0).toBe(keepsHistory.has(surface));
      again.answer("Here I am.");
      const answer = await slack.waitFor(() => place.messages.find(({ text }) => text === "Here I am."));
      expect(answer.threadTs).toBe(thread?.ts);
      const everShown = place.messages.flatMap(({ revisions }) => revisions.map((each) => JSON.stringify(each)));
      expect(everShown.filter((content) => content.includes(late))).toEqual([]);
      const isMarked = ({ text }: Message) => !text.includes(shown) || text.endsWith("_Stopped._");
      await slack.waitFor(() => place.messages.filter(isBots(slack)).every(isMarked));
    },
  );
});
