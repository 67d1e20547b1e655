import { pause } from "@keyturn/core";
import type { GatewayParts } from "../gateway-parts.ts";
import type { WireReadiness } from "../wire/status.ts";

/** Longest wait for one part, in milliseconds: probes give up after a few seconds themselves. */
const patienceMilliseconds = 2_000;

/** How long an answer stands, in milliseconds: anybody may ask, and each answer costs a durable write. */
const freshMilliseconds = 1_000;

/** Finds out whether the parts that every message needs do their work. Asked often, it looks once a second. */
export class ReadinessCheck {
  readonly #parts: Pick<GatewayParts, "bot" | "clock" | "log">;
  /** What the parts have not answered yet: one that hangs is asked no second time, or its questions would pile up. */
  readonly #asked = new Map<string, Promise<"ok">>();
  #latest: { readonly at: number; readonly readiness: Promise<WireReadiness> } | undefined;

  constructor(parts: Pick<GatewayParts, "bot" | "clock" | "log">) {
    this.#parts = parts;
  }

  /** Never rejects. */
  run(): Promise<WireReadiness> {
    const now = this.#parts.clock.monotonic();
    if (this.#latest === undefined || now - this.#latest.at >= freshMilliseconds) {
      this.#latest = { at: now, readiness: this.#look() };
    }
    return this.#latest.readiness;
  }

  async #look(): Promise<WireReadiness> {
    const { sessions, adapters } = this.#parts.bot;
    const [store, lock] = await Promise.all([
      this.#ask("store", () => sessions.probeStore()),
      this.#ask("lock", (signal) => sessions.probeLock(signal)),
    ]);
    // One that is connected and gives a reason is so in part: of one of its workspaces, for instance, it is not.
    const isWell = adapters.every(({ state, reason }) => state === "connected" && reason === undefined);
    const channels = isWell ? "ok" : "degraded";
    // A service that is down is no reason to take the bot out of use: its other channels, and this API, work on.
    return { status: store === "ok" && lock === "ok" ? "ok" : "unavailable", checks: { store, lock, channels } };
  }

  async #ask(name: string, probe: (signal: AbortSignal) => Promise<void>): Promise<"ok" | "unavailable"> {
    const { clock, log } = this.#parts;
    const [patience, waiting] = [new AbortController(), new AbortController()];
    const late = pause(clock, patienceMilliseconds, patience.signal).then(() => "unavailable" as const);
    try {
      const asked = this.#asked.get(name) ?? this.#begin(name, () => probe(waiting.signal));
      return await Promise.race([asked, late]);
    } catch (error) {
      log.error({ err: error, part: name }, "A part of the bot does not answer.");
      return "unavailable";
    } finally {
      patience.abort();
      waiting.abort();
    }
  }

  #begin(name: string, probe: () => Promise<void>): Promise<"ok"> {
    const asked = probe()
      .then(() => "ok" as const)
      .finally(() => this.#asked.delete(name));
    this.#asked.set(name, asked);
    return asked;
  }
}
