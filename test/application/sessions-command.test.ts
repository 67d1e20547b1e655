import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { RunningBot } from "./support/running-bot.ts";
import { useStage } from "./support/stage.ts";

const stage = useStage();
const unknownId = "s_AAAAAAAAAAAAAAAAAAAAAA";

let bot: RunningBot;
let first: string;
let second: string;

/** Two sessions, each with a message and an answer. */
beforeEach(async () => {
  bot = await stage.startBot();
  const record = await bot.record();
  ({ sessionId: first } = await bot.send("desk", "one"));
  await (await stage.model.nextRequest()).finish("The first answer");
  await record.nextOf("webchat.message");
  ({ sessionId: second } = await bot.send("shelf", "two"));
  await (await stage.model.nextRequest()).finish("The second answer");
  await record.nextOf("webchat.message");
  await record.end();
});

async function end(): Promise<void> {
  bot.process.signal("SIGTERM");
  await bot.process.ended;
}

describe.each([
  ["that runs", false],
  ["that does not run", true],
])("keyturn sessions, on a bot %s", (_, isEnded) => {
  beforeEach(async () => {
    if (isEnded) await end();
  });

  it("lists, shows and exports", async () => {
    const list = await stage.run(["sessions", "list"]);
    expect(list.code).toBe(0);
    expect(list.output).toMatch(/SESSION +CONVERSATION +STATE +ENTRIES +UPDATED +LAST WORDS/);
    expect(
      list.output
        .split("\n")
        .slice(1, 3)
        .map((line) => line.slice(0, 24)),
    ).toEqual([second, first]);

    const listed: unknown = JSON.parse((await stage.run(["sessions", "list", "--json", "--limit", "1"])).output);
    expect(listed).toMatchObject({ items: [{ id: second, entries: 2 }], hasMore: true });

    const found = await stage.run([
      "sessions",
      "list",
      "--json",
      "--search",
      "FIRST",
      "--adapter",
      "webchat",
      "--state",
      "idle",
    ]);
    expect(JSON.parse(found.output)).toMatchObject({ items: [{ id: first }], hasMore: false });
    const none = await stage.run(["sessions", "list", "--state", "failed"]);
    expect(none).toMatchObject({ code: 0, output: "There are no such sessions.\n" });
    expect((await stage.run(["sessions", "list", "--state", "busy"])).code).toBe(2);

    const shown = await stage.run(["sessions", "show", first]);
    expect(shown.output).toContain("one\n\nbot, ");
    expect(shown.output).toContain("  The first answer");

    const exported = await stage.run(["sessions", "export", first, second]);
    const lines = exported.output
      .trim()
      .split("\n")
      .map((line): unknown => JSON.parse(line));
    expect(lines).toMatchObject([{ session: { id: first } }, { session: { id: second }, entries: [{}, {}] }]);
  });

  it("exports for people, and imports what it exported, in either form", async () => {
    expect((await stage.run(["sessions", "export", first, "--format", "md"])).output).toContain(
      "```text\nThe first answer\n```",
    );
    for (const format of ["json", "jsonl"]) {
      const { output } = await stage.run(["sessions", "export", first, "--format", format]);
      await writeFile(path.join(stage.folder, "kept"), output);
      const taken = await stage.run(["sessions", "import", "kept"]);
      expect(taken.code).toBe(1);
      expect(taken.errors).toContain(`names the session ${first} already`);
      const key = `webchat/web/copy-${format}`;
      const imported = await stage.run(["sessions", "import", "kept", "--key", key, "--json"]);
      expect(JSON.parse(imported.output)).toMatchObject({ entries: 2, key: { place: `copy-${format}` } });
    }
    await writeFile(path.join(stage.folder, "kept"), '{"entries":[]}');
    const nonsense = await stage.run(["sessions", "import", "kept"]);
    expect(nonsense).toMatchObject({ code: 2, output: "" });
    expect(nonsense.errors).toContain("not a whole export");
    expect((await stage.run(["sessions", "import", "nowhere.json"])).code).toBe(2);
  });

  it("resets and deletes, says what was done, and writes down where it was asked", async () => {
    const reset = await stage.run(["sessions", "reset", first, "--reason", "tidying"]);
    expect(reset.code).toBe(0);
    expect(reset.output).toMatch(
      new RegExp(`^${first}: reset \\(2 entries removed, "restore" undoes it until [^)]+Z\\)\n$`),
    );
    const deleted = await stage.run(["sessions", "delete", second, "--json"]);
    expect(JSON.parse(deleted.output)).toMatchObject({ results: [{ id: second, outcome: { outcome: "deleted" } }] });
    const repeated = await stage.run(["sessions", "delete", second]);
    expect(repeated).toMatchObject({ code: 0 });
    expect(repeated.output).toContain("was deleted already");

    const shown = await stage.run(["sessions", "show", first]);
    expect(shown.output).not.toContain("The first answer");
    const gone = await stage.run(["sessions", "show", second]);
    expect(gone.code).toBe(4);
    expect(gone.errors).toContain("was deleted at");

    const restored = await stage.run(["sessions", "restore", second]);
    expect(restored).toMatchObject({ code: 0, output: `${second}: restored, 2 entries\n` });
    expect((await stage.run(["sessions", "restore", second])).errors).toContain("nothing of");

    if (!isEnded) await end();
    const audit = await readFile(path.join(stage.folder, ".keyturn/audit.jsonl"), "utf8");
    const entries = audit
      .trim()
      .split("\n")
      .map((line): unknown => JSON.parse(line));
    // The first is of the link that the start has printed.
    expect(entries).toMatchObject([
      { operation: "code.create", actor: { surface: "command-line" } },
      { operation: "session.reset", sessionId: first, reason: "tidying", actor: { surface: "command-line" } },
      { operation: "session.delete", sessionId: second, actor: { surface: "command-line" } },
      { operation: "session.delete", sessionId: second, outcome: "nothing to do" },
      { operation: "session.restore", sessionId: second, outcome: "done" },
      { operation: "session.restore", sessionId: second, outcome: "nothing to do" },
    ]);
  });

  it("puts what was removed beside what has taken its place", async () => {
    expect((await stage.run(["sessions", "reset", second])).code).toBe(0);
    const copied = await stage.run(["sessions", "restore", second, "--copy"]);
    expect(copied.output).toMatch(new RegExp(`^${second}: copied to s_[\\w-]{22}, 2 entries\n$`));
    expect((await stage.run(["sessions", "restore", second])).output).toBe(`${second}: restored, 2 entries\n`);
  });

  it("does each of several by itself, and ends with 4 when one is unknown", async () => {
    const { code, output, errors } = await stage.run(["sessions", "reset", first, unknownId, second]);
    expect(code).toBe(4);
    expect(output).toContain(`${first}: reset`);
    expect(output).toContain(`${second}: reset`);
    expect(errors).toContain(`${unknownId}: There is no session ${unknownId}.`);
  });

  it("tells what is no session id from one that is unknown", async () => {
    expect((await stage.run(["sessions", "show", unknownId])).code).toBe(4);
    const nonsense = await stage.run(["sessions", "show", "nonsense"]);
    expect(nonsense.code).toBe(2);
    expect(nonsense.errors).toContain("session id");
  });

  it("wants to be told which, where nobody can choose", async () => {
    const { code, errors } = await stage.run(["sessions", "delete"]);
    expect(code).toBe(2);
    expect(errors).toContain("Name the sessions to delete");
  });
});

describe("while the model hangs", () => {
  it.each([
    ["stop", "stopped"],
    ["reset", "the answer that was being written is stopped"],
    ["delete", "the answer that was being written is stopped"],
  ])("keyturn sessions %s answers at once, and the late answer is refused", async (change, said) => {
    const record = await bot.record();
    await bot.send("desk", "and now?"); // 1. the model hangs
    const call = await stage.model.nextRequest();
    await call.write("La");
    await record.nextOf("run.draft");
    const changed = await stage.run(["sessions", change, first]); // 2. the command is through
    expect(changed.output).toContain(said);
    await call.closed;
    await call.finish("te"); // 3. the late answer
    expect(await record.nextOf("run.finish")).toMatchObject({ end: "stopped" });
    await record.end();
    expect(record.events.some((event) => event.type === "webchat.message")).toBe(false);
  });
});

it("is refused with a wrong token, and says what to do", async () => {
  const { code, errors } = await stage.run(["sessions", "list", "--token", "nobody-knows-this-one"]);
  expect(code).toBe(2);
  expect(errors).toContain("The token is wrong.");
  expect(errors).not.toContain("nobody-knows");
});

it("says so when nothing answers at an address", async () => {
  const { code, errors } = await stage.run(["sessions", "list", "--url", "http://127.0.0.1:9"]);
  expect(code).toBe(1);
  expect(errors).toContain("No answer from http://127.0.0.1:9.");
});

it("opens the store where the file of a bot that was killed still says that it runs", async () => {
  bot.process.signal("SIGKILL");
  await bot.process.ended;
  expect((await stage.run(["sessions", "list"])).output).toContain(first);
});

it("is a process like any other", async () => {
  const { code, output } = await stage.call(["sessions", "delete", first]);
  expect(code).toBe(0);
  expect(output).toContain(`${first}: deleted (2 entries removed`);
});

it("makes no data folder where there is none", async () => {
  const { code, errors } = await stage.run(["sessions", "list", "--data", "nowhere"]);
  expect(code).toBe(2);
  expect(errors).toContain("There is no data folder");
});
