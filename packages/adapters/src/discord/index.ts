/** The channel adapter for Discord, on discord.js. */
export { type DiscordPluginOptions, createDiscordPlugin } from "./discord-plugin.ts";
export type { DiscordOptions, DiscordSettings } from "./discord-options.ts";
export { type DiscordExamination, examineDiscord } from "./doctor/examine-discord.ts";
