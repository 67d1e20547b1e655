import { appendFile } from "node:fs/promises";
import path from "node:path";
import type { GatewayAudit, GatewayAuditEntry } from "./gateway-audit.ts";

/**
 * Adds to `audit.jsonl` of a data folder, beside what the core writes there: one log, in which everything stands in the
 * order in which it happened. Each line is one append, so that lines of two writers do not mix.
 */
export class FileGatewayAudit implements GatewayAudit {
  readonly #file: string;

  /** @param folder the data folder, which must be there. */
  constructor(folder: string) {
    this.#file = path.join(folder, "audit.jsonl");
  }

  append(entry: GatewayAuditEntry): Promise<void> {
    return appendFile(this.#file, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
  }
}
