import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { RunningBot } from "./support/running-bot.ts";
import { useStage } from "./support/stage.ts";

const stage = useStage();

let bot: RunningBot;

beforeEach(async () => {
  bot = await stage.startBot();
});

/** A conversation that has begun. */
async function beginSession(): Promise<string> {
  const record = await bot.record();
  const { sessionId } = await bot.send("desk", "hello");
  await (await stage.model.nextRequest()).finish("hi");
  await record.nextOf("webchat.message");
  await record.end();
  return sessionId;
}

describe("keyturn schedules", () => {
  it("makes, lists, pauses, resumes, runs and deletes schedules of a bot that runs", async () => {
    expect((await stage.run(["schedules", "list"])).output).toContain("no schedules");
    const session = await beginSession();
    const create = ["schedules", "create", session, "What is new?", "--name", "News", "--time-zone", "Europe/Berlin"];
    const made = await stage.run([...create, "--cron", "0 9 * * MON-FRI"]);
    const id = made.output.trim();
    expect([made.code, id]).toEqual([0, expect.stringMatching(/^c_[\w-]{22}$/)]);
    const list = await stage.run(["schedules", "list", "--session", session]);
    expect(list.output).toMatch(/SCHEDULE +NAME +CRON +TIME ZONE +NEXT RUN +LAST RUN/);
    expect(list.output).toMatch(/News +0 9 \* \* MON-FRI +Europe\/Berlin +\d{4}-\d\d-\d\dT\d\d:00Z +never/);
    expect((await stage.run(["schedules", "pause", id])).output).toContain("paused");
    expect((await stage.run(["schedules", "list"])).output).toMatch(/Europe\/Berlin +paused/);
    expect((await stage.run(["schedules", "resume", id])).output).toContain("runs next at");
    const run = await stage.run(["schedules", "run", id]);
    expect([run.code, run.output]).toEqual([0, expect.stringMatching(/message m_/)]);
    expect((await stage.run(["schedules", "list"])).output).toContain("accepted");
    expect((await stage.run(["schedules", "delete", id])).code).toBe(0);
    expect((await stage.run(["schedules", "delete", id])).code).toBe(4);
  });

  it("says what is wrong with an expression", async () => {
    const session = await beginSession();
    const made = await stage.run(["schedules", "create", session, "x", "--name", "x", "--cron", "often"]);
    expect(made.code).toBe(2);
    expect(made.errors).toContain("0 9 * * MON-FRI");
  });

  it("works on the files of a bot that does not run", async () => {
    const session = await beginSession();
    bot.process.signal("SIGTERM");
    await bot.process.ended;
    const made = await stage.run(["schedules", "create", session, "x", "--name", "x", "--cron", "0 9 * * *", "--json"]);
    const { id } = z.object({ id: z.string() }).parse(JSON.parse(made.output));
    bot = await stage.startBot();
    expect((await stage.run(["schedules", "list"])).output).toContain(id);
  });
});
