import type { BotConfiguration } from "./configuration/bot-configuration.ts";

/**
 * The default export of a `keyturn.config.ts`. It gives the configuration back as it is: its use is that an editor knows
 * what may be written. The configuration is checked when a command reads it.
 */
export function defineBot(configuration: BotConfiguration): BotConfiguration {
  return configuration;
}
