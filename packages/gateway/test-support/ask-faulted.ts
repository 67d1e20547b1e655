import { MemoryAccessStore } from "../src/access/access-store.ts";
import type { GatewayRoute } from "../src/routes/route.ts";
import { signedPlugin } from "./answers/signed-adapter.ts";
import type { TestAnswer } from "./exchange.ts";
import { FaultyCalls } from "./faulty-calls.ts";
import { exchangeGood, goodRequests } from "./good-requests.ts";
import { MemoryVisitorStore } from "../src/visitors/visitor-store.ts";
import { openLiveScene } from "./live-scene.ts";
import { openGateway } from "./open-gateway.ts";
import { pictureOf } from "./picture.ts";

/** What a good request came to, one of whose calls to bot and stores failed. */
export interface Faulted {
  readonly answer: TestAnswer;
  /** The calls that were made, the failing one among them. */
  readonly calls: readonly string[];
  /** What the bot was like before and after. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** What listeners were told meanwhile, by type. */
  readonly events: readonly string[];
}

/** Sends a route's good request to a bot at work, whose call of that number, counted from 1, fails with the error. */
export async function askFaulted(route: GatewayRoute, number: number, error: unknown): Promise<Faulted> {
  const faulty = new FaultyCalls();
  const open = await openGateway({
    plugins: [signedPlugin()],
    seenAs: (bot) => faulty.watch(bot),
    gateway: {
      access: faulty.watch(new MemoryAccessStore(), "access."),
      visitors: { store: faulty.watch(new MemoryVisitorStore(), "visitors.") },
    },
  });
  try {
    const scene = await openLiveScene(open);
    const request = await goodRequests[`${route.form.method.toUpperCase()} ${route.form.path}`]?.(scene);
    const told = scene.events.length;
    const before = await pictureOf(open);
    faulty.fail(number, error);
    const answer = await exchangeGood(scene, route, request);
    const calls = faulty.mend();
    return { answer, calls, before, after: await pictureOf(open), events: scene.events.slice(told) };
  } finally {
    await open[Symbol.asyncDispose]();
  }
}
