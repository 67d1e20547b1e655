import { PluginError } from "../errors.ts";
import type { Command } from "./command.ts";

/** A command with what the person wrote after its name. */
export interface CommandMatch {
  readonly command: Command;
  readonly argumentText: string;
}

const namePattern = /^[a-z0-9_-]{1,32}$/;
const typedPattern = /^\/([a-z0-9_-]{1,32})(?:\s+([\s\S]*))?$/i;
const longestDescription = 100;

/** Every command of the bot, by name. */
export class CommandRegistry {
  readonly #commands = new Map<string, Command>();

  /**
   * Adds a command; the returned function removes it.
   * @throws PluginError when the name or description is not allowed, or the name is taken.
   */
  register(command: Command): () => void {
    const { name, description } = command;
    if (!namePattern.test(name)) {
      throw invalid(`The command name "${name}" must be 1 to 32 lower-case letters, digits, "-" or "_".`);
    }
    if (description.length === 0 || description.length > longestDescription) {
      throw invalid(`The description of /${name} must have 1 to ${longestDescription} characters.`);
    }
    if (this.#commands.has(name)) throw invalid(`There is a command /${name} already; give it another name.`);
    this.#commands.set(name, command);
    return () => {
      if (this.#commands.get(name) === command) this.#commands.delete(name);
    };
  }

  /** The command that a text asks for: `/name`, in any case, with spaces around. Other texts are for the agent. */
  match(text: string): CommandMatch | undefined {
    const typed = typedPattern.exec(text.trim());
    const name = typed?.[1]?.toLowerCase();
    const command = name === undefined ? undefined : this.#commands.get(name);
    return command && { command, argumentText: (typed?.[2] ?? "").trim() };
  }

  /** By name. */
  all(): readonly Command[] {
    return [...this.#commands.values()].sort((a, b) => a.name.localeCompare(b.name));
  }
}

function invalid(message: string): PluginError {
  return new PluginError(message);
}
