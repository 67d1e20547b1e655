import { ConfigurationError } from "@keyturn/core";

/** A bot that is one of several on its chat service. */
export interface NamedBot {
  readonly name: string;
}

/** How bots of one chat service are told apart. */
export interface BotComparison<Bot extends NamedBot> {
  /** Where they are, such as `on Discord`. */
  readonly place: string;
  /** The group of their settings. */
  readonly group: string;
  /** A sentence where two bots are the same in what may be in one alone; undefined where they are not. */
  readonly clashOf: (bot: Bot, earlier: Bot) => string | undefined;
}

/** @throws ConfigurationError when two bots have one name, or clash otherwise. */
export function checkDifferent<Bot extends NamedBot>(bots: readonly Bot[], comparison: BotComparison<Bot>): void {
  const { place, group, clashOf } = comparison;
  for (const [index, bot] of bots.entries()) {
    for (const earlier of bots.slice(0, index)) {
      if (bot.name === earlier.name) {
        throw new ConfigurationError(
          `Two bots ${place} are named "${bot.name}". Give ${group}.name or the entry of ${group}.moreBots another name.`,
        );
      }
      const clash = clashOf(bot, earlier);
      if (clash !== undefined) throw new ConfigurationError(clash);
    }
  }
}

/** Settings without those that are not set, which must not hide what they would be taken from. */
export function withoutUndefined<Settings extends object>(settings: Settings): Settings {
  const given = { ...settings };
  for (const [name, value] of Object.entries(given)) if (value === undefined) Reflect.deleteProperty(given, name);
  return given;
}
