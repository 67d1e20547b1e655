import type { CommandDescription } from "@keyturn/core";

/**
 * A text that begins with the bot's own slash command, as the command that stands behind it: `/keyturn reset` is `/reset`.
 * Slack's threads have no slash commands, so there it comes as a message. Anything else stays what it is.
 */
export function withoutPrefix(text: string, slashCommand: string, commands: readonly CommandDescription[]): string {
  const [first = ""] = text.split(/\s/, 1);
  if (first.toLowerCase() !== slashCommand) return text;
  const rest = text.slice(first.length).trim();
  const [, name = "help"] = /^\/?(\S+)/.exec(rest) ?? [];
  if (!commands.some((command) => command.name === name.toLowerCase())) return text;
  return rest === "" ? "/help" : `/${rest.replace(/^\//, "")}`;
}
