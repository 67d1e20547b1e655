import { PluginError } from "../errors.ts";
import type { InboundMessage } from "../sessions/inbox.ts";
import { checkCommand } from "./check-command.ts";
import type { Command } from "./command.ts";

/** A command with what the person wrote after its name. */
export interface CommandMatch {
  readonly command: Command;
  readonly argumentText: string;
}

const typedPattern = /^\/([a-z0-9_-]{1,32})(?:\s+([\s\S]*))?$/i;

/** Every command of the bot, by name. */
export class CommandRegistry {
  readonly #commands = new Map<string, Command>();
  readonly #onChange: (name: string, change: "added" | "removed") => void;

  /** @param onChange told of each command that comes or goes. Must not throw. */
  constructor(onChange: (name: string, change: "added" | "removed") => void = () => undefined) {
    this.#onChange = onChange;
  }

  /**
   * Adds a command; the returned function removes it.
   * @throws PluginError when something of it is not allowed, or the name is taken.
   */
  register(command: Command): () => void {
    const { name } = command;
    checkCommand(command);
    if (this.#commands.has(name)) {
      throw new PluginError(`There is a command /${name} already; give it another name.`);
    }
    this.#commands.set(name, command);
    this.#onChange(name, "added");
    return () => {
      if (this.#commands.get(name) !== command) return;
      this.#commands.delete(name);
      this.#onChange(name, "removed");
    };
  }

  find(name: string): Command | undefined {
    return this.#commands.get(name);
  }

  /**
   * The command that a message asks for: `/name`, in any case, with spaces around; or its bare name, where it may be
   * asked for so and the message addresses the bot alone. Other texts are for the agent.
   */
  match({ text, isDirect }: Pick<InboundMessage, "text" | "isDirect">): CommandMatch | undefined {
    const trimmed = text.trim();
    const typed = typedPattern.exec(trimmed);
    const command = this.#commands.get((typed?.[1] ?? trimmed).toLowerCase());
    if (command === undefined) return undefined;
    if (typed !== null) return { command, argumentText: (typed[2] ?? "").trim() };
    return command.isBareWord === true && isDirect === true ? { command, argumentText: "" } : undefined;
  }

  /** By name. */
  all(): readonly Command[] {
    return [...this.#commands.values()].sort((a, b) => a.name.localeCompare(b.name));
  }
}
