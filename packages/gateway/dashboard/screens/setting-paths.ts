/** The value at a path such as `runner.retries`; undefined where there is none. */
export function valueAt(values: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((value, name) => memberOf(value, name), values);
}

/** A merge patch that sets the value at a path. */
export function patchOf(path: string, value: unknown): Readonly<Record<string, unknown>> {
  const [name = "", ...rest] = path.split(".");
  return { [name]: rest.length === 0 ? value : patchOf(rest.join("."), value) };
}

/** What the schema says of a setting. */
export interface SettingForm {
  /** Whether it can change while the bot runs. */
  readonly isLive: boolean;
  readonly description: string;
  /** How it is entered: by choice, as a number, in a line, in lines, or as JSON. */
  readonly kind: "choice" | "number" | "line" | "lines" | "json";
  /** What may be chosen. */
  readonly choices: readonly string[];
}

/** A text that may be longer than this is entered in several lines. */
const longestLine = 1_000;

/** What the schema says of the setting at a path. */
export function formOf(schema: unknown, path: string): SettingForm {
  const described = path
    .split(".")
    .reduce<unknown>((value, name) => memberOf(memberOf(value, "properties"), name), schema);
  const type = memberOf(described, "type");
  const description = memberOf(described, "description");
  const listed = memberOf(described, "enum");
  const choices = type === "boolean" ? ["true", "false"] : Array.isArray(listed) ? listed.map(String) : [];
  const isLong = Number(memberOf(described, "maxLength")) > longestLine;
  return {
    isLive: memberOf(described, "x-change") === "live",
    description: typeof description === "string" ? description : "",
    choices,
    kind:
      choices.length > 0
        ? "choice"
        : type === "integer" || type === "number"
          ? "number"
          : type === "string"
            ? isLong
              ? "lines"
              : "line"
            : "json",
  };
}

/** A value as it is entered. */
export function textOf(value: unknown, { kind }: SettingForm): string {
  if (value === undefined) return "";
  return typeof value === "string" && kind !== "json" ? value : JSON.stringify(value, null, 2);
}

/** What was entered, as a value. @throws SyntaxError when it is not JSON where JSON is asked for. */
export function valueOf(text: string, { kind, choices }: SettingForm): unknown {
  if (kind === "number") return Number(text);
  return kind === "json" || choices[0] === "true" ? JSON.parse(text) : text;
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}
