import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBot } from "@keyturn/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { promises } from "../requirements.ts";
import {
  OutsideWorld,
  createMessage,
  createWorldPlugin,
  createWorldRunner,
  killPoints,
  operator,
} from "./kill-points/outside-world.ts";

let folder: string;
let worldFile: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "keyturn-kill-"));
  worldFile = join(folder, "world.jsonl");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs the doomed process; resolves with what it acknowledged and the signal that ended it. */
function runDoomed(killAt: string, removal: string) {
  const script = join(import.meta.dirname, "kill-points", "doomed-process.ts");
  const conditions = "--conditions=keyturn:source";
  return new Promise<{ readonly acknowledged: readonly string[]; readonly signal: unknown }>((resolve, reject) => {
    const child = execFile(
      process.execPath,
      [conditions, script, join(folder, "data"), worldFile, killAt, removal],
      (_error, stdout, stderr) => {
        if (stderr !== "") reject(new Error(stderr));
        resolve({ acknowledged: stdout.split("\n").filter((line) => line !== ""), signal: child.signalCode });
      },
    );
  });
}

/** Starts again on the same data, lets everything come to rest, and tells what there is. */
async function restart() {
  const nowhere = (): void => undefined;
  const world = new OutsideWorld(worldFile);
  const bot = await createBot({
    store: { kind: "lowdb", folder: join(folder, "data") },
    turnRunner: createWorldRunner(nowhere),
    plugins: [createWorldPlugin(world, nowhere)],
  });
  await bot.start();
  await bot.settled();
  const id = await bot.sessions.find(createMessage("first").key);
  const page = id === undefined ? undefined : await bot.sessions.entries(id, { limit: 100 }, operator);
  const transcript = (page?.entries ?? []).map((entry) =>
    entry.role === "assistant"
      ? entry.parts.map((part) => (part.type === "text" ? part.text : "")).join("")
      : entry.text,
  );
  const waiting = id === undefined ? [] : await bot.sessions.waiting(id, operator);
  const again = await bot.receive(createMessage("second"));
  await bot.settled();
  await bot.stop();
  return { transcript, waiting, visible: world.visible(), again: again.kind };
}

const lifeOfMessage = killPoints.filter((point) => !/delete|reset/.test(point));

describe(`${promises("crash-loses-nothing", "no-double", "order")}a process that is killed (kill -9)`, () => {
  it.each(lifeOfMessage)(
    "%s: every accepted message is answered once, in order, after the next start",
    async (point) => {
      const { acknowledged, signal } = await runDoomed(point, "none");
      expect(signal).toBe("SIGKILL");
      const { transcript, waiting, visible, again } = await restart();
      const wasAccepted = acknowledged.includes("accepted second");
      // What was durable and not acknowledged yet may be there, whole, or not at all: its service sends it again.
      const isThere = transcript.includes("second");
      expect(isThere).toBe(wasAccepted || point !== "before accept");
      expect(transcript).toEqual(["first", "re: first", ...(isThere ? ["second", "re: second"] : [])]);
      expect(waiting).toEqual([]);
      expect(again).toBe(isThere ? "duplicate" : "accepted");
      // Sent again by its service, it is answered at the latest now, and once.
      expect(visible).toEqual(["re: first", "re: second"]);
    },
  );
});

describe(`${promises("no-resurrection", "crash-loses-nothing")}a process that is killed (kill -9) during a removal`, () => {
  const cases = killPoints.flatMap((point) =>
    (["delete", "reset"] as const).filter((removal) => point.endsWith(removal)).map((removal) => ({ point, removal })),
  );

  it.each(cases)("$point: what was removed stays removed, what was not is whole", async ({ point, removal }) => {
    const { acknowledged, signal } = await runDoomed(point, removal);
    expect(signal).toBe("SIGKILL");
    expect(acknowledged).not.toContain("removed");
    const { transcript, visible, again } = await restart();
    if (point.startsWith("after")) {
      expect(transcript).toEqual([]);
      // A redelivery of what was removed is still recognised.
      expect(again).toBe("duplicate");
      expect(visible.filter((text) => text === "re: second")).toHaveLength(0);
    } else {
      expect(transcript).toEqual(["first", "re: first", "second", "re: second"]);
    }
  });

  it.each(["delete", "reset"])("after the answer to a %s: it is still removed after a restart", async (removal) => {
    const { acknowledged, signal } = await runDoomed("never", removal);
    expect(signal).toBeNull();
    expect(acknowledged).toEqual(["accepted first", "accepted second", "removed", "ended"]);
    const { transcript, again } = await restart();
    expect(transcript).toEqual([]);
    expect(again).toBe("duplicate");
  });
});
