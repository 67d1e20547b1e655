import type { APIApplicationCommand } from "discord-api-types/v10";

/** The commands that one application has registered. */
export class CommandBook {
  readonly #commands = new Map<string, APIApplicationCommand>();
  /** How many commands were created per guild, or globally under "": Discord allows 200 a day. */
  readonly created: Map<string, number> = new Map<string, number>();

  /** All commands of a guild, or the global ones without one, in the order of their registration. */
  list(guildId?: string): readonly APIApplicationCommand[] {
    return [...this.#commands.values()].filter((command) => command.guild_id === guildId);
  }

  /** The command of that id in that guild, or globally. */
  find(id: string, guildId?: string): APIApplicationCommand | undefined {
    const command = this.#commands.get(id);
    return command?.guild_id === guildId ? command : undefined;
  }

  /** What a person who types the name in that guild gets: the guild's own command goes before the global one. */
  resolve(name: string, type: number, guildId?: string): APIApplicationCommand | undefined {
    const fits = (command: APIApplicationCommand) => command.name === name && command.type === type;
    const own = guildId === undefined ? undefined : this.list(guildId).find(fits);
    return own ?? this.list().find(fits);
  }

  /** Keeps a command under its id. */
  put(command: APIApplicationCommand): void {
    this.#commands.set(command.id, command);
  }

  /** Forgets a command; tells whether it was there. */
  remove(id: string): boolean {
    return this.#commands.delete(id);
  }
}
