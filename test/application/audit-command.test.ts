import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { RunningBot } from "./support/running-bot.ts";
import { useStage } from "./support/stage.ts";

const stage = useStage();
const auditForm = z.object({
  items: z.array(z.object({ operation: z.string(), outcome: z.string(), sessionId: z.string().nullable() })),
  hasMore: z.boolean(),
});

let bot: RunningBot;

beforeEach(async () => {
  bot = await stage.startBot();
});

/** A conversation that was reset, then deleted. */
async function endedSession(): Promise<string> {
  const record = await bot.record();
  const { sessionId } = await bot.send("desk", "hello");
  await (await stage.model.nextRequest()).finish("hi");
  await record.nextOf("webchat.message");
  await record.end();
  await stage.run(["sessions", "reset", sessionId]);
  await stage.run(["sessions", "delete", sessionId]);
  return sessionId;
}

describe("keyturn audit", () => {
  it("shows who asked for what, where and how it ended, the newest first", async () => {
    const session = await endedSession();
    const { code, output } = await stage.run(["audit", "--session", session]);
    expect(code).toBe(0);
    const [head, newest, older] = output.split("\n");
    expect(head).toMatch(/TIME +WHO +WHERE +ASKED FOR +OF +OUTCOME +WHY/);
    expect(newest).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ .*command-line.* session\.delete +s_.* done/);
    expect(older).toContain("session.reset");
  });

  it("filters, limits, prints JSON, and says when there is nothing or more", async () => {
    const session = await endedSession();
    const filters = ["--operation", "session.delete", "--outcome", "done", "--surface", "command-line"];
    const chosen = await stage.run(["audit", ...filters, "--json"]);
    expect(auditForm.parse(JSON.parse(chosen.output))).toEqual({
      items: [{ operation: "session.delete", outcome: "done", sessionId: session }],
      hasMore: false,
    });
    const first = await stage.run(["audit", "--session", session, "--limit", "1"]);
    expect(first.errors).toContain("--limit 2 shows further ones");
    expect((await stage.run(["audit", "--actor", "nobody"])).output).toContain("There are no such entries.");
    expect((await stage.run(["audit", "--outcome", "lost"])).code).toBe(2);
    expect((await stage.run(["audit", "--since", "yesterday"])).errors).toContain("since");
  });

  it("reads the files of a bot that does not run", async () => {
    const session = await endedSession();
    bot.process.signal("SIGTERM");
    await bot.process.ended;
    expect((await stage.run(["audit", "--session", session])).output).toContain("session.delete");
  });
});
