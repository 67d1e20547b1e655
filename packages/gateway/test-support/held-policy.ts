import type { AuthorizationRequest, Policy } from "@keyturn/core";
import { type Gate, createGate } from "./gate.ts";

/** Lets everybody do everything, but keeps those who ask for one operation waiting, after so many of them, for the test. */
export class HeldPolicy implements Policy {
  readonly #operation: AuthorizationRequest["operation"];
  readonly #free: number;
  readonly #gate: Gate = createGate();
  readonly #full: Gate = createGate();
  /** How many have asked. */
  asked = 0;

  constructor(operation: AuthorizationRequest["operation"], free: number) {
    this.#operation = operation;
    this.#free = free;
  }

  /** Resolves when the first one waits. */
  get waits(): Promise<void> {
    return this.#full.opened;
  }

  /** Lets those who wait, and all later ones, go on. */
  release(): void {
    this.#gate.open();
  }

  async authorize({ operation }: AuthorizationRequest): Promise<boolean> {
    if (operation !== this.#operation) return true;
    this.asked += 1;
    if (this.asked <= this.#free) return true;
    this.#full.open();
    await this.#gate.opened;
    return true;
  }
}
