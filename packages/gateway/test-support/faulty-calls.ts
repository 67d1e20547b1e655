/** What is answered from memory, and what never rejects by its contract. */
const sure: ReadonlySet<string> = new Set(["runs", "findRun", "subscribe", "inspectLock", "recordAudit"]);

/** Parts whose calls are calls of the whole. */
const parts: ReadonlySet<string> = new Set(["sessions", "schedules", "settings"]);

/** Stands before what a gateway calls: counts the calls, and lets one of them fail in place of being carried out. */
export class FaultyCalls {
  #failing = 0;
  #error: unknown;
  #calls: string[] = [];

  /** From now on calls are counted, and the one of that number fails; 0 lets all of them through. */
  fail(number: number, error: unknown): void {
    this.#calls = [];
    this.#failing = number;
    this.#error = error;
  }

  /** Lets everything through again; the calls since `fail`, such as `sessions.patch`, in their order. */
  mend(): readonly string[] {
    this.#failing = 0;
    return [...this.#calls];
  }

  /** The part as a gateway is to see it. @param prefix what its calls are named with, such as `access.` */
  watch<Part extends object>(part: Part, prefix = ""): Part {
    return new Proxy(part, {
      get: (target, name) => {
        // Parts have private fields, which only they themselves can reach.
        const value: unknown = Reflect.get(target, name, target);
        const path = prefix + String(name);
        if (typeof value === "function") {
          return (...given: unknown[]): unknown => {
            const carryOut = (): unknown => Reflect.apply(value, target, given);
            return sure.has(path) ? carryOut() : this.#call(path, carryOut);
          };
        }
        return parts.has(path) && typeof value === "object" && value !== null ? this.watch(value, `${path}.`) : value;
      },
    });
  }

  #call(path: string, carryOut: () => unknown): unknown {
    this.#calls.push(path);
    return this.#calls.length === this.#failing ? Promise.reject(this.#error) : carryOut();
  }
}
