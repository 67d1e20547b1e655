import type { LogLine, LogQuery, LogSource } from "@keyturn/gateway";
import type { LogLevel } from "../configuration/bot-configuration.ts";
import type { LogEntry } from "./human-line.ts";

/** Lines that are kept: what a bot in trouble tells within an hour or so. */
const mostLines = 5_000;

/** Characters of all lines together: about 4 MB. */
const mostCharacters = 4_000_000;

const levels: ReadonlyMap<unknown, LogLine["level"]> = new Map([
  [20, "debug"],
  [30, "info"],
  [40, "warn"],
  [50, "error"],
]);

const order: readonly LogLevel[] = ["debug", "info", "warn", "error", "silent"];

interface KeptLine extends LogLine {
  readonly characters: number;
}

/** The newest lines of the log, as they went out: what is redacted there is redacted here. */
export class LogBuffer implements LogSource {
  readonly #lines: KeptLine[] = [];
  #characters = 0;
  #sequence = 0;

  /** @param text a line as pino writes it. */
  add(text: string): void {
    const { level, time, msg, ...fields }: LogEntry = JSON.parse(text);
    this.#sequence += 1;
    this.#characters += text.length;
    this.#lines.push({
      sequence: this.#sequence,
      at: Number(time),
      level: levels.get(level) ?? "info",
      message: String(msg),
      fields,
      characters: text.length,
    });
    while (this.#lines.length > mostLines || this.#characters > mostCharacters) {
      this.#characters -= this.#lines.shift()?.characters ?? 0;
    }
  }

  read({ limit, level = "debug", since, before, ...subject }: LogQuery): readonly LogLine[] {
    const least = order.indexOf(level);
    const wanted = Object.entries(subject).filter(([, value]) => value !== undefined);
    const found: LogLine[] = [];
    for (let index = this.#lines.length - 1; index >= 0 && found.length < limit; index -= 1) {
      const line = this.#lines[index];
      if (line === undefined || (before !== undefined && line.sequence >= before)) continue;
      if (order.indexOf(line.level) < least || (since !== undefined && line.at < since)) continue;
      if (wanted.some(([name, value]) => line.fields[name] !== value)) continue;
      const { characters: _, ...shown } = line;
      found.push(shown);
    }
    return found;
  }
}
