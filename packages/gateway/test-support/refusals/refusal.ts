import type { TestAnswer } from "../exchange.ts";
import { createGate } from "../gate.ts";
import type { LiveScene } from "../live-scene.ts";
import type { OpenGatewayOptions } from "../open-gateway.ts";

/** A request in good form that its handler has to refuse, because of how things stand. */
export interface Refusal {
  /** `METHOD /path`, as in the route table. */
  readonly route: string;
  readonly status: number;
  /** Why it is refused, for the test's name. */
  readonly because: string;
  /** What the gateway is opened with. */
  readonly options?: OpenGatewayOptions;
  /** Comes before the picture that the refusal must leave as it is. */
  readonly given?: (scene: LiveScene) => Promise<unknown>;
  readonly ask: (scene: LiveScene) => Promise<TestAnswer>;
}

/** `If-Match` of a state that nothing was ever in. */
export const otherState = { "If-Match": '"9.9"' } as const;

/** `If-Match` of whichever state. */
export const anyState = { "If-Match": "*" } as const;

/** The name that a request and its repetition have in common. */
export const sameKey = { "Idempotency-Key": "the-same" } as const;

/** Keeps one operation of a service from ever being over, and everything that it would do from happening. */
export async function holdForever(service: object, operation: string, ask: () => Promise<TestAnswer>): Promise<void> {
  const begun = createGate();
  const held = () => {
    begun.open();
    return new Promise(() => undefined);
  };
  Object.defineProperty(service, operation, { value: held });
  // Its answer never comes: the gateway's end hangs up.
  ask().catch(() => undefined);
  await begun.opened;
}
