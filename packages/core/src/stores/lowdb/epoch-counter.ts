import type { DataFolder } from "./data-folder.ts";
import { DurableValue } from "./durable-value.ts";
import { layout } from "./folder-layout.ts";

/** Epochs are made durable in blocks of this many: one write for a thousand resets, and a restart skips at most these. */
const blockSize = 1_000;

/**
 * Where the count goes on when its file is gone though there are sessions: above the highest epoch among them by more
 * than was ever given to sessions that are gone.
 */
const safetyMargin = 1_000_000;

interface StoredEpoch {
  readonly kind: "epoch";
  /** No epoch above it was given. */
  readonly reserved: number;
}

/** Gives epochs: each above every one before, over restarts, crashes and power cuts. */
export class EpochCounter {
  readonly #stored: DurableValue<StoredEpoch>;
  #given: number;
  #reserved: number;
  #reservation: Promise<void> | undefined;

  private constructor(stored: DurableValue<StoredEpoch>, given: number) {
    this.#stored = stored;
    this.#given = given;
    this.#reserved = given;
  }

  /** `highestKnown` is the highest epoch that any session has; 0 when there is no session. */
  static async open(folder: DataFolder, highestKnown: number): Promise<EpochCounter> {
    const stored = new DurableValue(folder, layout.epoch, isStoredEpoch);
    const reserved = (await stored.load())?.reserved;
    const floor = reserved ?? (highestKnown === 0 ? 0 : highestKnown + safetyMargin);
    return new EpochCounter(stored, Math.max(floor, highestKnown));
  }

  async next(): Promise<number> {
    while (this.#given === this.#reserved) await (this.#reservation ??= this.#reserve());
    this.#given += 1;
    return this.#given;
  }

  async #reserve(): Promise<void> {
    const reserved = this.#reserved + blockSize;
    try {
      await this.#stored.replace({ kind: "epoch", reserved });
      this.#reserved = reserved;
    } finally {
      this.#reservation = undefined;
    }
  }
}

function isStoredEpoch(value: unknown): value is StoredEpoch {
  return (
    typeof value === "object" &&
    value !== null &&
    "kind" in value &&
    value.kind === "epoch" &&
    "reserved" in value &&
    Number.isSafeInteger(value.reserved)
  );
}
