import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createBot } from "@keyturn/core";
import { createInstantRunner } from "@keyturn/testkit";
import { describe, expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { openAnsweringBot, saidBy } from "../../test-support/answering-bot.ts";
import type { DiscordBot } from "../../test-support/discord-bot.ts";
import { expectQuiet } from "../../test-support/quiet.ts";
import { operator } from "../../test-support/sessions.ts";
import { createDiscordPlugin } from "./index.ts";

const posts = { method: "POST", route: "/channels/{channel_id}/messages" } as const;

/** Folders of a test, until the end of the scope. */
async function openFolders() {
  const root = await mkdtemp(path.join(tmpdir(), "keyturn-discord-"));
  return {
    before: path.join(root, "before"),
    after: path.join(root, "after"),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

async function reset({ bot }: DiscordBot): Promise<void> {
  const [session] = await bot.sessions.list({ limit: 1 }, operator);
  if (session === undefined) throw new Error("There is no session.");
  await bot.sessions.reset(session.id, { actor: operator, reason: "" });
}

/** Begins a process anew, with what another left on the disk. */
async function startOn(folder: string, { server, account }: DiscordBot) {
  const configuration = { token: account.token, apiUrl: server.url, scope: "channel" };
  const bot = await createBot({
    store: { kind: "lowdb", folder },
    turnRunner: createInstantRunner(),
    plugins: [{ plugin: createDiscordPlugin(), configuration }],
  });
  await bot.start();
  return bot;
}

/** Every message of the bot's that ever was in the channel, and whether it stands. */
const ever = ({ general, account }: DiscordBot) =>
  general.messages.filter(({ author }) => author === account).map(({ content, isDeleted }) => [content, isDeleted]);

describe(`${promises("no-resurrection")}an answer whose conversation was reset while it was being posted`, () => {
  it("is deleted when it turns out to be there", async () => {
    await using scene = await openAnsweringBot({ clientOptions: { rest: { timeout: 300 } } });
    const { server, ada, general, mention } = scene;
    const hang = server.faults.next({ ...posts, kind: "hang", afterCommit: true });
    ada.says(general, `${mention} hello`);
    await server.waitFor(() => hang.hits === 1 && saidBy(scene).length === 1); // 1. it is there, and nobody was told
    await reset(scene); //                                                        2. its conversation goes
    await server.waitFor(() => saidBy(scene).length === 0); //                    3. the library asks again, and hears of it
    await scene.bot.settled();
    expect(ever(scene)).toEqual([["re: hello", true]]);
    expectQuiet(server);
  });

  it("is deleted when Discord never says whether it is there", async () => {
    await using scene = await openAnsweringBot({
      clientOptions: { rest: { timeout: 100 } },
      bot: { delivery: { retryMilliseconds: 10 } },
    });
    const { server, ada, general, mention } = scene;
    const hang = server.faults.next({ ...posts, kind: "hang", afterCommit: true, times: 4 });
    ada.says(general, `${mention} hello`);
    await server.waitFor(() => hang.hits === 1 && saidBy(scene).length === 1);
    await reset(scene);
    await server.waitFor(() => saidBy(scene).length === 0);
    await scene.bot.settled();
    expect(hang.hits).toBe(4);
    expect(ever(scene)).toEqual([["re: hello", true]]);
    expectQuiet(server);
  });

  it("leaves nothing behind when it never got there", async () => {
    await using scene = await openAnsweringBot({
      clientOptions: { rest: { timeout: 100 } },
      bot: { delivery: { retryMilliseconds: 10 } },
    });
    const { server, ada, general, mention } = scene;
    const hang = server.faults.next({ ...posts, kind: "hang", times: 4 });
    ada.says(general, `${mention} hello`);
    await server.waitFor(() => hang.hits === 1);
    await reset(scene);
    await server.waitFor(() => ever(scene).length === 1 && saidBy(scene).length === 0);
    await scene.bot.settled();
    expect(ever(scene)).toEqual([["…", true]]);
    expectQuiet(server);
  });

  it("is deleted after a crash", async () => {
    await using folders = await openFolders();
    await using scene = await openAnsweringBot({ bot: { store: { kind: "lowdb", folder: folders.before } } });
    const { server, ada, general, mention } = scene;
    const hang = server.faults.next({ ...posts, kind: "hang", afterCommit: true, times: Infinity });
    ada.says(general, `${mention} hello`);
    await server.waitFor(() => hang.hits === 1); //                            1. it is there, and nobody was told
    await reset(scene); //                                                     2. its conversation goes
    await cp(folders.before, folders.after, { recursive: true }); //           3. the process ends here, as the disk has it
    await scene.bot.stop(0);
    hang.end();
    expect(saidBy(scene)).toEqual(["re: hello"]);
    const after = await startOn(folders.after, scene); //                                                    4. it begins anew
    await server.waitFor(() => saidBy(scene).length === 0);
    await after.stop();
    expect(ever(scene)).toEqual([["re: hello", true]]);
    expectQuiet(server);
  });
});

describe(`${promises("no-double", "crash-loses-nothing")}an answer whose bot crashed while it was being posted`, () => {
  it.each([true, false])("is there once, whether it had got there or not: %s", async (afterCommit) => {
    await using folders = await openFolders();
    await using scene = await openAnsweringBot({ bot: { store: { kind: "lowdb", folder: folders.before } } });
    const { server, ada, general, mention } = scene;
    const hang = server.faults.next({ ...posts, kind: "hang", afterCommit, times: Infinity });
    ada.says(general, `${mention} hello`);
    await server.waitFor(() => hang.hits === 1);
    await cp(folders.before, folders.after, { recursive: true });
    await scene.bot.stop(0);
    hang.end();
    const after = await startOn(folders.after, scene);
    ada.says(general, `${mention} and again`);
    await server.waitFor(() => saidBy(scene).length === 2);
    await after.stop();
    expect(ever(scene)).toEqual([
      ["re: hello", false],
      ["re: and again", false],
    ]);
    expectQuiet(server);
  });
});
