import { globSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { promises } from "./requirements.ts";
import { BotHarness, operator } from "./support/bot-harness.ts";

const minute = 60_000;
const marker = "the secret is 4711";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "keyturn-undo-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function start(undoMilliseconds?: number): Promise<BotHarness> {
  const store = { kind: "lowdb", folder } as const;
  return BotHarness.start({ bot: { store, ...(undoMilliseconds !== undefined && { undoMilliseconds }) } });
}

/** Files of the data folder that hold the text. */
function filesWith(text: string): readonly string[] {
  const files = globSync("**/*", { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file, "utf8").includes(text));
}

/** A conversation of 60 turns, so that parts of it are sealed, with a run in flight. */
async function converse(harness: BotHarness) {
  for (let turn = 0; turn < 60; turn += 1) {
    await harness.say(`${marker}, ${turn}`);
    (await harness.model.nextRun()).answer(`noted ${turn}`);
    await harness.bot.settled();
  }
  const before = await harness.transcript();
  await harness.say("and now?");
  const run = await harness.model.nextRun();
  run.write("Now");
  return { id: await harness.session(), before, run };
}

const demand = { actor: operator, reason: "test" } as const;

describe.each(["reset", "delete"] as const)(`${promises("no-resurrection", "no-loss")}the undo of a %s`, (removal) => {
  it("brings the conversation back while it can be undone; the run from before still cannot write", async () => {
    const harness = await start();
    const { id, before, run } = await converse(harness);
    // 1. Removed while an answer is being written: nothing of it is to be seen.
    await harness.bot.sessions[removal](id, demand);
    expect(await harness.transcript()).toEqual([]);
    // 2. Undone within ten minutes.
    await harness.clock.advance(10 * minute - 1);
    const restored = await harness.bot.sessions.restore(id, demand);
    expect(restored).toMatchObject({ id, entries: 120 });
    expect(await harness.transcript()).toEqual(before);
    expect(await harness.session()).toBe(id);
    // 3. The old run answers late: refused. The message runs again, under the new epoch.
    run.answer(" is too late.");
    const again = await harness.model.nextRun();
    expect(again.texts).toEqual(["and now?"]);
    again.answer("Now.");
    await harness.bot.settled();
    expect(await harness.transcript()).toEqual([...before, "and now?", "Now."]);
    expect(harness.events.at(-1)).toMatchObject({ epoch: restored.epoch });
    expect(harness.events.filter(({ type }) => type === "session.restore")).toHaveLength(1);
    await harness.bot.stop();
  });

  it("is over after ten minutes: nothing of the conversation is left in any file", async () => {
    const harness = await start();
    const { id } = await converse(harness);
    await harness.bot.sessions[removal](id, demand);
    await harness.clock.advance(10 * minute - 1);
    expect(filesWith(marker)).not.toEqual([]);
    await harness.clock.advance(1);
    await harness.bot.settled();
    await expect.poll(() => filesWith(marker)).toEqual([]);
    await expect(harness.bot.sessions.restore(id, demand)).rejects.toMatchObject({ code: "RESTORE_NOTHING" });
    await harness.bot.stop();
    expect(filesWith(marker)).toEqual([]);
  });

  it("is over at the next start when the time passed while the bot was away", async () => {
    const harness = await start();
    const { id } = await converse(harness);
    await harness.bot.sessions[removal](id, demand);
    await harness.bot.stop();
    expect(filesWith(marker)).not.toEqual([]);
    const later = await BotHarness.setUp({ bot: { store: { kind: "lowdb", folder } } });
    await later.clock.advance(11 * minute);
    await later.bot.start();
    expect(filesWith(marker)).toEqual([]);
    await later.bot.stop();
  });

  it.each([
    { what: "the demand asks for it", undoMilliseconds: 600_000, isPurging: true },
    { what: "the bot keeps nothing", undoMilliseconds: 0, isPurging: false },
  ])("is not offered when $what: everything is gone at once", async ({ undoMilliseconds, isPurging }) => {
    const harness = await start(undoMilliseconds);
    const { id } = await converse(harness);
    await harness.bot.sessions[removal](id, { ...demand, isPurging });
    expect(filesWith(marker)).toEqual([]);
    await expect(harness.bot.sessions.restore(id, demand)).rejects.toMatchObject({ code: "RESTORE_NOTHING" });
    await harness.bot.stop();
  });

  it("is refused to those who may not, and when the conversation has gone on", async () => {
    const harness = await start();
    const { id } = await converse(harness);
    await harness.bot.sessions[removal](id, demand);
    const ana = { kind: "participant", id: "ana", adapter: "test", account: "main", surface: "test" } as const;
    await expect(harness.bot.sessions.restore(id, { ...demand, actor: ana })).rejects.toMatchObject({
      code: "NOT_AUTHORIZED",
    });
    await harness.say("something new");
    (await harness.model.nextRun()).answer("new answer");
    await harness.bot.settled();
    await expect(harness.bot.sessions.restore(id, demand)).rejects.toMatchObject({ code: "RESTORE_OCCUPIED" });
    expect(await harness.transcript()).toEqual(["something new", "new answer"]);
    await harness.bot.stop();
  });
});
