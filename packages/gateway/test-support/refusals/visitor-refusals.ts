import { unknown } from "../answers/answer-case.ts";
import type { LiveScene } from "../live-scene.ts";
import { type Visitor, askToBegin, makeVisitor } from "../visitors.ts";
import { type Refusal, anyState, sameKey } from "./refusal.ts";

const sendRoute = "POST /api/v1/visitor/messages";

/** Whoever came before the refusal, by scene. */
const visitors = new WeakMap<LiveScene, Visitor>();

/** A visitor to whom an answer is being written. */
async function comeIn(scene: LiveScene): Promise<void> {
  const visitor = await makeVisitor(scene.open);
  await visitor.say("hello", sameKey);
  await scene.open.runner.nextRun();
  visitors.set(scene, visitor);
}

function visitorIn(scene: LiveScene): Visitor {
  const visitor = visitors.get(scene);
  if (visitor === undefined) throw new Error("Nobody came in.");
  return visitor;
}

/** What is refused to visitors and about them, in good form. */
export const visitorRefusals: readonly Refusal[] = [
  {
    route: "POST /api/v1/webchat/visitors",
    status: 404,
    because: "there is no chat for visitors",
    options: { gateway: { visitors: undefined } },
    ask: ({ open }) => askToBegin(open),
  },
  {
    route: "DELETE /api/v1/webchat/visitors/{id}",
    status: 404,
    because: "there is no such visitor",
    ask: ({ open }) => open.ask("DELETE", `/webchat/visitors/${unknown.visitor}`),
  },
  {
    route: sendRoute,
    status: 404,
    because: "there is no web chat any more",
    given: async (scene) => {
      await comeIn(scene);
      await scene.open.ask("PATCH", "/plugins/webchat", { enabled: false }, anyState);
    },
    ask: (scene) => visitorIn(scene).say("more"),
  },
  {
    route: sendRoute,
    status: 409,
    because: "an answer is being written",
    given: async (scene) => {
      await comeIn(scene);
      await scene.open.ask("PATCH", "/config", { overlap: "reject" }, anyState);
    },
    ask: (scene) => visitorIn(scene).say("more"),
  },
  {
    route: sendRoute,
    status: 413,
    because: "it is too long",
    given: comeIn,
    ask: (scene) => visitorIn(scene).say("x".repeat(4_001)),
  },
  {
    route: sendRoute,
    status: 422,
    because: "the key came with another message",
    given: comeIn,
    ask: (scene) => visitorIn(scene).say("something else", sameKey),
  },
];
