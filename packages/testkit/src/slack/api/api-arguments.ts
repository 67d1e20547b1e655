import { parseJson } from "../read.ts";
import { ApiError } from "./api-error.ts";

/** The arguments of a call, from a form or from JSON: the same to a method. */
export class ApiArguments {
  readonly fields: Readonly<Record<string, unknown>>;

  constructor(fields: Readonly<Record<string, unknown>>) {
    this.fields = fields;
  }

  /** A text; numbers and booleans as text. Undefined when it is left out or empty. */
  text(name: string): string | undefined {
    const value = this.fields[name];
    if (typeof value === "string") return value === "" ? undefined : value;
    return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
  }

  /** @throws ApiError when it is left out: `invalid_arguments`, or the error that the method has for it. */
  required(name: string, code = "invalid_arguments"): string {
    const value = this.text(name);
    if (value !== undefined) return value;
    const messages = [`[ERROR] missing required field: ${name}`];
    throw new ApiError(code, code === "invalid_arguments" ? { response_metadata: { messages } } : {});
  }

  has(name: string): boolean {
    return this.text(name) !== undefined || (typeof this.fields[name] === "object" && this.fields[name] !== null);
  }

  flag(name: string): boolean {
    return ["true", "1"].includes(this.text(name) ?? "");
  }

  number(name: string): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = Number(text);
    if (!Number.isFinite(value)) throw new ApiError("invalid_arguments");
    return value;
  }

  /** A structured argument, which a form carries as JSON. Undefined when it is left out. */
  json(name: string, code = "invalid_arguments"): unknown {
    const value = this.fields[name];
    if (typeof value !== "string") return value ?? undefined;
    if (value === "") return undefined;
    const parsed = parseJson(value);
    if (parsed === undefined) throw new ApiError(code);
    return parsed;
  }
}
