/** A bot that answers one message, then takes a second one and removes the conversation; killed at the given point. */
import { writeSync } from "node:fs";
import { createBot } from "@keyturn/core";
import {
  type KillPoint,
  OutsideWorld,
  createMessage,
  createWorldPlugin,
  createWorldRunner,
  operator,
} from "./outside-world.ts";

const [folder = "", worldFile = "", killAt = "", removal = ""] = process.argv.slice(2);
let isArmed = false;

function at(point: KillPoint): void {
  if (isArmed && point === killAt) process.kill(process.pid, "SIGKILL");
}

/** Told at once, so that the test knows what was acknowledged before the end. */
function acknowledge(what: string): void {
  writeSync(1, `${what}\n`);
}

const sections: Record<string, KillPoint> = {
  "message.accept": "after accept",
  "turn.commit": "after commit",
  "delivery.settle": "after settle",
  "session.delete": "after delete",
  "session.reset": "after reset",
};

const bot = await createBot({
  store: { kind: "lowdb", folder },
  turnRunner: createWorldRunner(at),
  plugins: [createWorldPlugin(new OutsideWorld(worldFile), at)],
  observeLock: ({ operation }) => {
    const point = sections[operation];
    if (point !== undefined) at(point);
  },
});
await bot.start();

await bot.receive(createMessage("first"));
acknowledge("accepted first");
await bot.settled();

// From here on the process may die.
isArmed = true;
at("before accept");
await bot.receive(createMessage("second"));
acknowledge("accepted second");
if (removal === "none") await bot.settled();
const id = await bot.sessions.find(createMessage("second").key);
if (id !== undefined && removal !== "none") {
  at(removal === "delete" ? "before delete" : "before reset");
  await bot.sessions[removal === "delete" ? "delete" : "reset"](id, { actor: operator, reason: "test" });
  acknowledge("removed");
}
await bot.settled();
await bot.stop();
acknowledge("ended");
