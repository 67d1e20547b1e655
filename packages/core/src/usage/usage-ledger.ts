import type { Clock, Timer } from "../clock.ts";
import {
  type PricedFigures,
  type UsageFigures,
  type UsageGroup,
  type UsageQuery,
  type UsageReport,
  type UsageRow,
  addCosts,
  addFigures,
  noUsage,
} from "./usage.ts";
import { type ModelPrice, UsagePricing } from "./usage-cost.ts";
import type { UsageStore } from "./usage-store.ts";

/** The parts that a ledger is made of. */
export interface UsageLedgerParts {
  /** Undefined: the figures end with the process. */
  readonly store: UsageStore | undefined;
  readonly clock: Clock;
  readonly reportError: (error: unknown) => void;
}

/** What one stored run used. */
export interface UsedByRun extends UsageFigures {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly model: string;
  readonly adapter: string;
}

/** Days that are kept: this month can be compared with the same of last year. */
const keptDays = 400;

/** Models and adapters, together, of one day that have a row each; what goes beyond is counted as `other`. */
const rowsPerDay = 50;

/** From the first run that is not written yet to the write, in milliseconds: what a process that is killed can lose. */
const writeMilliseconds = 5_000;

/** Pause after a write that failed, in milliseconds. */
const retryMilliseconds = 60_000;

const dayMilliseconds = 86_400_000;

/**
 * Counts what runs use, by day, model and adapter, apart from sessions: a reset or delete takes nothing away from it, and
 * nothing in it is about a person.
 */
export class UsageLedger {
  readonly #parts: UsageLedgerParts;
  readonly #days = new Map<string, Map<string, UsageRow>>();
  #sinceStart = noUsage;
  #timer: Timer | undefined;
  #isChanged = false;
  #isClosed = false;
  #lastWrite: Promise<void> = Promise.resolve();

  constructor(parts: UsageLedgerParts) {
    this.#parts = parts;
  }

  /**
   * Reads what is kept.
   * @throws StoreError
   */
  async load(): Promise<void> {
    for (const row of (await this.#parts.store?.read()) ?? []) this.#add(row);
  }

  /** What was used since the start of the process. */
  get sinceStart(): UsageFigures {
    return this.#sinceStart;
  }

  /** Counts a run. Nobody waits for that to be written. */
  add({ at, ...used }: UsedByRun): void {
    this.#add({ ...used, day: dayOf(at) });
    this.#sinceStart = addFigures(this.#sinceStart, used);
    this.#isChanged = true;
    this.#expectWrite(writeMilliseconds);
  }

  /** What was used on the days that are kept, or on some of them; all of it costs what models cost now. */
  report({ groupBy, since, until }: UsageQuery, prices: readonly ModelPrice[] = []): UsageReport {
    const pricing = new UsagePricing(prices);
    const first = this.#firstDay();
    const from = since === undefined || since < first ? first : since;
    const groups = new Map<string, UsageGroup>();
    let total: PricedFigures = noUsage;
    for (const [day, rows] of this.#days) {
      if (day < from || (until !== undefined && day > until)) continue;
      for (const row of rows.values()) {
        const name = row[groupBy];
        const priced: PricedFigures = { ...row, cost: pricing.costOf(row) };
        groups.set(name, { name, ...addPriced(groups.get(name) ?? noUsage, priced) });
        total = addPriced(total, priced);
      }
    }
    return { groups: [...groups.values()].sort((one, other) => (one.name < other.name ? -1 : 1)), total };
  }

  /** Writes what is not written yet, and counts in memory only from then on. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#timer?.cancel();
    await this.#write();
  }

  #add(used: UsageRow): void {
    const rows = this.#days.get(used.day) ?? new Map<string, UsageRow>();
    this.#days.set(used.day, rows);
    const isNew = !rows.has(nameOf(used));
    const row = isNew && rows.size >= rowsPerDay ? { ...used, model: "other", adapter: "other" } : used;
    const name = nameOf(row);
    const { day, model, adapter } = row;
    rows.set(name, { day, model, adapter, ...addFigures(rows.get(name) ?? noUsage, used) });
  }

  #firstDay(): string {
    return dayOf(this.#parts.clock.now() - (keptDays - 1) * dayMilliseconds);
  }

  #expectWrite(milliseconds: number): void {
    if (this.#parts.store === undefined || this.#isClosed) return;
    this.#timer ??= this.#parts.clock.startTimer(milliseconds, () => {
      this.#timer = undefined;
      void this.#write();
    });
  }

  /** One write at a time. Never rejects. */
  #write(): Promise<void> {
    this.#lastWrite = this.#lastWrite.then(async () => {
      const { store, reportError } = this.#parts;
      if (store === undefined || !this.#isChanged) return;
      this.#isChanged = false;
      const first = this.#firstDay();
      for (const day of this.#days.keys()) if (day < first) this.#days.delete(day);
      try {
        await store.write([...this.#days.values()].flatMap((rows) => [...rows.values()]));
      } catch (error) {
        this.#isChanged = true;
        this.#expectWrite(retryMilliseconds);
        reportError(error);
      }
    });
    return this.#lastWrite;
  }
}

function addPriced(one: PricedFigures, other: PricedFigures): PricedFigures {
  const cost = addCosts(one.cost, other.cost);
  return { ...addFigures(one, other), ...(cost !== undefined && { cost }) };
}

function nameOf({ model, adapter }: UsageRow): string {
  return JSON.stringify([model, adapter]);
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
