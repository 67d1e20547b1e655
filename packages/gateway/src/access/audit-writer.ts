import type { Clock, Logger } from "@keyturn/core";
import type { GatewayAudit, GatewayAuditEntry } from "./gateway-audit.ts";

/** Writes to an audit log; what cannot be written goes to the log of the process, and undoes nothing. */
export class AuditWriter {
  readonly #audit: GatewayAudit | undefined;
  readonly #clock: Clock;
  readonly #log: Logger;

  /** @param audit undefined writes nothing down. */
  constructor(audit: GatewayAudit | undefined, clock: Clock, log: Logger) {
    this.#audit = audit;
    this.#clock = clock;
    this.#log = log;
  }

  /** Never rejects. */
  async write(entry: Omit<GatewayAuditEntry, "at">): Promise<void> {
    try {
      await this.#audit?.append({ at: this.#clock.now(), ...entry });
    } catch (error) {
      const { operation, outcome } = entry;
      this.#log.error({ err: error, operation, outcome }, "An audit entry could not be written.");
    }
  }
}
