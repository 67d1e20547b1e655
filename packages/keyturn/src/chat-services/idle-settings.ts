import type { NamedLayer } from "../configuration/effective-configuration.ts";
import type { Environment } from "../configuration/environment.ts";

/** A chat service that is turned on by a token. */
export interface TokenService {
  /** The group of its settings. */
  readonly group: "discord" | "slack";
  /** Where its bots are, such as `on Discord`. */
  readonly place: string;
  /** The variable of the token. */
  readonly variable: string;
}

/** Settings that turn no bot on, and are of use without the one that has none of its own. */
const ofOthers: readonly string[] = ["moreBots", "apiUrl"];

/** A sentence where a service that is off for want of a token looks wanted. */
export function idleWarnings(
  { group, place, variable }: TokenService,
  layers: readonly NamedLayer[],
  environment: Environment,
): readonly string[] {
  if (environment[variable] === "") return [`${variable} is set to nothing, so there is no bot ${place} for it.`];
  const settings = layers.flatMap(({ layer }) => Object.keys(layer[group] ?? {}));
  const idle = settings.find((name) => !ofOthers.includes(name));
  if (idle === undefined) return [];
  return [`${group}.${idle} is set, but there is no token, so that bot is off: set ${variable}.`];
}
