import { styleText } from "node:util";

/** A log entry as pino writes it. */
export type LogEntry = Readonly<Record<string, unknown>>;

const levels: ReadonlyMap<unknown, readonly [name: string, style: "gray" | "cyan" | "yellow" | "red"]> = new Map([
  [20, ["debug", "gray"]],
  [30, ["info ", "cyan"]],
  [40, ["warn ", "yellow"]],
  [50, ["error", "red"]],
]);

const knownFields: ReadonlySet<string> = new Set(["level", "time", "msg", "err"]);

/** A log entry as a line for a person, such as `12:03:04 warn  The channel did not start. channel=slack`. */
export function formatLogLine(entry: LogEntry, hasColor: boolean): string {
  const paint = (style: "gray" | "cyan" | "yellow" | "red", text: string) =>
    hasColor ? styleText(style, text, { validateStream: false }) : text;
  const [name, style] = levels.get(entry["level"]) ?? ["log  ", "gray"];
  const message = typeof entry["msg"] === "string" ? entry["msg"] : "";
  const time = new Date(Number(entry["time"])).toTimeString().slice(0, 8);
  const fields = Object.entries(entry)
    .filter(([field]) => !knownFields.has(field))
    .map(([field, value]) => ` ${field}=${typeof value === "string" ? value : JSON.stringify(value)}`);
  const head = `${paint("gray", time)} ${paint(style, name)} ${message}${paint("gray", fields.join(""))}`;
  return [head, ...errorLines(entry["err"])].join("\n");
}

/** The error as `toLoggedError` makes it, which came here as JSON. */
function errorLines(error: unknown): readonly string[] {
  if (typeof error !== "object" || error === null) return [];
  const { type, message, stack, cause }: Partial<Record<string, unknown>> = { ...error };
  const texts = [type, message].filter((text) => typeof text === "string");
  const places = typeof stack === "string" ? stack.split("\n").map((line) => `    ${line}`) : [];
  return [`  ${texts.join(": ")}`, ...places, ...errorLines(cause)];
}
