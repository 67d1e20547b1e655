import { ConfigurationError } from "@keyturn/core";
import type { z } from "zod";
import type { BotConfiguration } from "./bot-configuration.ts";
import { configurationSchema, describeSetting } from "./configuration-schema.ts";
import { nearestWord } from "./nearest-word.ts";
import { type Secret, hiddenText } from "./secret.ts";
import { valueAt } from "./value-at.ts";

/** One source of settings, before it is checked. */
export interface UncheckedLayer {
  readonly values: unknown;
  /** How a person names a setting of this source: `port in keyturn.config.ts`, `KEYTURN_PORT`, `--port`. */
  readonly nameOf: (path: string) => string;
  /** How a person names the source as a whole. */
  readonly name: string;
}

/** Settings of one source, checked; what the source does not hold is absent. */
export type ConfigurationLayer = BotConfiguration<Secret>;

/**
 * Checks the settings of one source.
 * @throws ConfigurationError with a line for each problem: where, which key, what it holds (never of a secret), and what
 *   is allowed.
 */
export function checkLayer(layer: UncheckedLayer): ConfigurationLayer {
  const result = configurationSchema.safeParse(layer.values);
  if (result.success) return result.data;
  const problems = result.error.issues.flatMap((issue) => describeIssue(layer, issue));
  throw new ConfigurationError(problems.join("\n"));
}

function describeIssue(layer: UncheckedLayer, issue: z.core.$ZodIssue): readonly string[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => describeUnknownKey(layer, [...issue.path, key], key));
  }
  if (issue.code === "invalid_key") {
    const { allowed } = describeSetting(issue.path.slice(0, -1));
    return [`${layer.nameOf(issue.path.join("."))} has a name that is not allowed; allowed is ${allowed}.`];
  }
  const { allowed, isSecret, isGroup } = describeSetting(issue.path);
  if (issue.path.length === 0) return [`${layer.name} holds no configuration; allowed is ${allowed}.`];
  const value = valueAt(layer.values, issue.path);
  // Whoever writes a text in place of a group may have meant the secret in it.
  const isHidden = isSecret || (isGroup && typeof value === "string");
  return [
    `${layer.nameOf(issue.path.join("."))} is ${isHidden ? hiddenText : showValue(value)}; allowed is ${allowed}.`,
  ];
}

function describeUnknownKey(layer: UncheckedLayer, path: readonly PropertyKey[], key: string): string {
  const keys = describeSetting(path.slice(0, -1)).keys ?? [];
  const nearest = nearestWord(key, keys);
  const hint = nearest === undefined ? `Known are ${keys.join(", ")}.` : `Did you mean ${nearest}?`;
  return `${layer.nameOf(path.join("."))} is not a setting. ${hint}`;
}

const longestValue = 60;

/** A value as a person reads it; only plain ones in full, since an object may hold a secret somewhere inside. */
function showValue(value: unknown): string {
  switch (typeof value) {
    case "string":
      // Addresses may carry a password.
      return shorten(JSON.stringify(value.replace(/\/\/[^/]*@/, `//${hiddenText}@`)));
    case "number":
    case "boolean":
    case "bigint":
      return shorten(String(value));
    case "object":
      if (value === null) return "null";
      return Array.isArray(value) ? "a list" : "an object";
    default:
      return value === undefined ? "undefined" : `a ${typeof value}`;
  }
}

function shorten(text: string): string {
  return text.length <= longestValue ? text : `${text.slice(0, longestValue)}…`;
}
