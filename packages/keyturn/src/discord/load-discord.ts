import { ConfigurationError } from "@keyturn/core";

/** The adapter for Discord. */
export type DiscordAdapter = typeof import("@keyturn/adapters/discord");

/**
 * Loads the adapter for Discord, and discord.js with it: both take time and memory that a bot without Discord is spared.
 * @throws ConfigurationError when discord.js is not installed.
 */
export async function loadDiscord(): Promise<DiscordAdapter> {
  try {
    return await import("@keyturn/adapters/discord");
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new ConfigurationError(
      "Discord is on, but discord.js is not installed. Install it beside keyturn: npm install discord.js@14.",
      error,
    );
  }
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    error.code === "ERR_MODULE_NOT_FOUND" &&
    error.message.includes("discord.js")
  );
}
