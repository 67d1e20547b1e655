import type { JsonValue } from "../../json.ts";
import type { OfferedTool } from "../language-model.ts";

/** A call that the offline partner makes. */
export interface ToolRequest {
  readonly toolName: string;
  readonly input: Readonly<Record<string, JsonValue>>;
}

/** Beginning of a message that is searched for a request, in characters: a bound to the work of the patterns. */
const longestRequest = 2_000;

type InputSchema = OfferedTool["inputSchema"];

/** Requests that name no tool, and the word by which a tool for them is known. */
const plainRequests: readonly { readonly asks: RegExp; readonly toolWord: RegExp }[] = [
  {
    asks: /\bwhat(?:'s|’s| is) the (?:current )?time\b|\bwhat time is it\b|\bhow late is it\b/i,
    toolWord: /^(?:time|clock|now)$/,
  },
  {
    asks: /\bwhat(?:'s|’s| is) (?:the|today's|today’s) date\b|\bwh(?:at|ich) day is (?:it|today)\b/i,
    toolWord: /^(?:date|calendar|day|time|clock|now)$/,
  },
  {
    asks: /\bweather\b.*\?|\bwhat(?:'s|’s| is) the weather\b|\bwill it (?:rain|snow)\b/i,
    toolWord: /^(?:weather|forecast)$/,
  },
  { asks: /\b(?:roll|throw)\b.*\b(?:die|dice|d\d+)\b/i, toolWord: /^(?:die|dice|roll)$/ },
  { asks: /\b(?:flip|toss)\b.*\bcoin\b/i, toolWord: /^(?:coin|flip)$/ },
];

/** The tool that a message asks for, by its name ("use dice 2") or by what it is for ("what time is it"). */
export function findToolRequest(said: string, tools: readonly OfferedTool[]): ToolRequest | undefined {
  const message = said.slice(0, longestRequest);
  for (const tool of tools) {
    const named = namedPattern(tool.name).exec(message);
    if (named !== null) return toRequest(tool, named[1] ?? "");
  }
  const fitting = tools.find((tool) => isAskedFor(tool, message));
  return fitting && toRequest(fitting, argumentOf(message), message);
}

/** A call of this tool, its input made of an argument in words and of the numbers in a text. */
export function toRequest(tool: OfferedTool, argument: string, text: string = argument): ToolRequest {
  return { toolName: tool.name, input: fillIn(tool.inputSchema, argument.trim(), text) };
}

function namedPattern(name: string): RegExp {
  const spelled = wordsOf(name).join(String.raw`[\s_-]*`);
  return new RegExp(
    String.raw`\b(?:use|run|call|try|ask|invoke)\s+(?:the\s+|a\s+|your\s+)?(?:tool\s+)?["'\x60]?${spelled}\b["'\x60]?(?:\s+tool\b)?\s*(?:with|on|for|to|in)?[\s:,]*(.*)$`,
    "isu",
  );
}

function isAskedFor(tool: OfferedTool, message: string): boolean {
  const toolWords = wordsOf(tool.name);
  if (plainRequests.some(({ asks, toolWord }) => asks.test(message) && toolWords.some((word) => toolWord.test(word)))) {
    return true;
  }
  // A name of one word is too often just a word: "I waste my time".
  const messageWords = new Set(wordsOf(message));
  return toolWords.length > 1 && toolWords.every((word) => messageWords.has(word));
}

function wordsOf(text: string): readonly string[] {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** What comes after "in", "for" and the like, without the mark at the end; the whole message where there is none. */
function argumentOf(message: string): string {
  const after = /\b(?:in|for|at|about|of)\s+(.+?)\s*[.!?]*\s*$/is.exec(message);
  return after?.[1] ?? message;
}

/** An input in the shape of the schema, from what was said: a JSON object as it is, else numbers and text that fit. */
function fillIn(schema: InputSchema, argument: string, text: string): Readonly<Record<string, JsonValue>> {
  const given = parseObject(argument);
  if (given !== undefined) return given;
  const numbers = [...text.matchAll(/-?\d+(?:\.\d+)?/g)].map(([digits]) => Number(digits));
  const required = new Set(schema.required);
  const input: Record<string, JsonValue> = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const value = valueFor(property, argument, numbers, required.has(name) || required.size === 0);
    if (value !== undefined) input[name] = value;
  }
  return input;
}

function valueFor(
  property: NonNullable<InputSchema["properties"]>[string],
  argument: string,
  numbers: number[],
  isWanted: boolean,
): JsonValue | undefined {
  if (typeof property === "boolean") return undefined;
  if (property.enum !== undefined) return chooseFrom(property.enum, argument, isWanted);
  switch (property.type) {
    case "string":
      return isWanted && argument !== "" ? argument : undefined;
    case "number":
      return numbers.shift();
    case "integer": {
      const value = numbers.shift();
      return value === undefined ? undefined : Math.trunc(value);
    }
    case "boolean":
      return isWanted ? true : undefined;
    default:
      return undefined;
  }
}

function chooseFrom(values: readonly unknown[], argument: string, isWanted: boolean): string | undefined {
  const texts = values.filter((value) => typeof value === "string");
  const said = texts.find((value) => argument.toLowerCase().includes(value.toLowerCase()));
  return said ?? (isWanted ? texts[0] : undefined);
}

function parseObject(text: string): Readonly<Record<string, JsonValue>> | undefined {
  if (!text.startsWith("{")) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
