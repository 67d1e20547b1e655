import type { JsonValue } from "../json.ts";
import type { Command } from "./command.ts";
import type { CommandOption, OptionValue, OptionValues } from "./command-option.ts";

/** The values of a command's options, or a sentence that tells the person what is wrong with what they gave. */
export type ReadOptions =
  | { readonly kind: "values"; readonly values: OptionValues }
  | { readonly kind: "complaint"; readonly text: string };

/** A word, or several in quotation marks. */
const wordPattern = /^(?:"([^"]*)"|(\S+))(?:\s+|$)/;

const words: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["yes", true],
  ["on", true],
  ["false", false],
  ["no", false],
  ["off", false],
]);

/** Reads what was typed after a command's name: one word for each option, in order; a last text takes all that is left. */
export function readTypedOptions(command: Command, argumentText: string): ReadOptions {
  const { options } = command;
  if (options === undefined) return { kind: "values", values: {} };
  const given = new Map<string, JsonValue>();
  let rest = argumentText.trim();
  for (const [index, option] of options.entries()) {
    if (rest === "") break;
    const isLast = index === options.length - 1;
    const word = isLast && option.type === "string" ? /^"([^"]*)"$|^([\s\S]+)$/.exec(rest) : wordPattern.exec(rest);
    if (word === null) break;
    given.set(option.name, word[1] ?? word[2] ?? "");
    rest = rest.slice(word[0].length);
  }
  if (rest !== "")
    return { kind: "complaint", text: `I do not know what to do with "${shortened(rest)}". ${usageOf(command)}` };
  return readValues(command, given);
}

/** Reads values that came by name; texts are taken for numbers and truth values as if they had been typed. */
export function readGivenOptions(command: Command, given: Readonly<Record<string, JsonValue>>): ReadOptions {
  return readValues(command, new Map(Object.entries(given)));
}

function readValues(command: Command, given: ReadonlyMap<string, JsonValue>): ReadOptions {
  const { options = [] } = command;
  const values: [string, OptionValue][] = [];
  const unknown = [...given.keys()].find((name) => !options.some((option) => option.name === name));
  if (unknown !== undefined)
    return { kind: "complaint", text: `/${command.name} has no option "${shortened(unknown)}". ${usageOf(command)}` };
  for (const option of options) {
    const asked = given.get(option.name);
    if (asked === undefined || asked === null || asked === "") {
      if (option.isRequired === true)
        return { kind: "complaint", text: `Please give "${option.name}": ${option.description}. ${usageOf(command)}` };
      continue;
    }
    const value = valueOf(option, asked);
    if (value === undefined) return { kind: "complaint", text: `${complaintOf(option, asked)} ${usageOf(command)}` };
    values.push([option.name, value]);
  }
  return { kind: "values", values: Object.fromEntries(values) };
}

/** How a command is typed, such as `Write it as /model [name].` */
function usageOf({ name, options = [] }: Command): string {
  const places = options.map((option) => (option.isRequired === true ? ` <${option.name}>` : ` [${option.name}]`));
  return `Write it as /${name}${places.join("")}.`;
}

function valueOf({ type, choices }: CommandOption, asked: JsonValue): OptionValue | undefined {
  if (choices !== undefined && choices.length > 0) {
    const wanted = textOf(asked).toLowerCase();
    return choices.find(({ name, value }) => String(value).toLowerCase() === wanted || name.toLowerCase() === wanted)
      ?.value;
  }
  switch (type) {
    case "string":
      return typeof asked === "string" ? asked : undefined;
    case "boolean":
      return typeof asked === "boolean" ? asked : words.get(textOf(asked).toLowerCase());
    case "integer":
    case "number": {
      const value = typeof asked === "string" && /^[-+]?\d*\.?\d+$/.test(asked) ? Number(asked) : asked;
      const isFitting = type === "integer" ? Number.isSafeInteger(value) : Number.isFinite(value);
      return typeof value === "number" && isFitting ? value : undefined;
    }
  }
}

function complaintOf({ name, type, choices }: CommandOption, asked: JsonValue): string {
  const given = shortened(textOf(asked));
  if (choices !== undefined && choices.length > 0) {
    return `"${given}" is none of the values of "${name}": ${choices.map((choice) => String(choice.value)).join(", ")}.`;
  }
  const wanted = { string: "a text", integer: "a whole number", number: "a number", boolean: "yes or no" }[type];
  return `"${given}" is not ${wanted}, which "${name}" must be.`;
}

function textOf(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text;
}
