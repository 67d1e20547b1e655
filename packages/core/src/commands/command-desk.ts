import { KeyturnError, NotAuthorizedError, StoreError } from "../errors.ts";
import type { SessionId } from "../identifiers.ts";
import type { InboundMessage } from "../sessions/inbox.ts";
import type { Sessions } from "../sessions/sessions.ts";
import { mayUse } from "./command-access.ts";
import type { CommandInvocation, ControlRequest, InvocationOutcome } from "./command-invocation.ts";
import type { CommandMatch, CommandRegistry } from "./command-registry.ts";
import type { CommandRequest } from "./command-request.ts";
import type { Command } from "./command.ts";
import { ConversationControl } from "./conversation-control.ts";
import { participantOf } from "./participant.ts";
import { type ReadOptions, readGivenOptions, readTypedOptions } from "./read-options.ts";

/** The parts that a command desk is made of. */
export interface CommandDeskParts {
  readonly sessions: Sessions;
  readonly commands: CommandRegistry;
  readonly reportError: (error: unknown) => void;
}

/** What a command answered, and in which session. */
export interface CommandAnswer {
  readonly command: Command;
  readonly sessionId: SessionId | undefined;
  readonly text: string;
}

/**
 * Carries commands out, each once, whether it was typed or came in the service's own form: permission first, then the
 * arguments, then the command. Commands overtake the lane.
 */
export class CommandDesk {
  readonly #parts: CommandDeskParts;
  /** What is being carried out, by place and platform message id. */
  readonly #underWay = new Map<string, Promise<unknown>>();

  constructor(parts: CommandDeskParts) {
    this.#parts = parts;
  }

  /** What may be asked of conversations in a person's name. */
  controlFor(request: ControlRequest): ConversationControl {
    const { platformMessageId, ...invoker } = request;
    const command = platformMessageId === undefined ? undefined : { ...invoker, platformMessageId, text: "/" };
    return new ConversationControl(this.#parts.sessions, participantOf(invoker), command);
  }

  /**
   * Carries out a command that came in the service's own form. Nobody is told: that is the adapter's to do.
   * @throws InvalidInputError when it is not well-formed.
   * @throws StoreError when the store could not confirm: it is not carried out then, and may be tried again.
   */
  async invoke(invocation: CommandInvocation): Promise<InvocationOutcome> {
    const { name, options, argumentText = "", ...rest } = invocation;
    const command = this.#parts.commands.find(name);
    if (command === undefined) {
      return { kind: "unknown", text: `There is no command /${name} here. Look at /help for those that there are.` };
    }
    const words = options === undefined ? argumentText.trim() : Object.values(options).map(String).join(" ");
    const message: InboundMessage = { ...rest, text: `/${name} ${words}`.trimEnd() };
    const read = options && (() => readGivenOptions(command, options));
    const answer = await this.carryOut({ command, argumentText: words }, message, read);
    if (answer === undefined) return { kind: "duplicate" };
    return { kind: "answered", name, text: answer.text, isPrivate: command.isPrivate ?? true };
  }

  /**
   * Carries a command out; undefined when that was done before, or is being done.
   * @param read reads its arguments. Default: as typed.
   * @throws InvalidInputError, StoreError as `invoke`.
   */
  async carryOut(
    match: CommandMatch,
    message: InboundMessage,
    read: () => ReadOptions = () => readTypedOptions(match.command, match.argumentText),
  ): Promise<CommandAnswer | undefined> {
    const { adapter, account, place } = message.key;
    const id = JSON.stringify([adapter, account, place, message.platformMessageId]);
    const earlier = this.#underWay.get(id);
    if (earlier !== undefined) {
      // When the first copy fails, so does this one: its service is to send it again.
      await earlier;
      return undefined;
    }
    const work = this.#carryOutOnce(match, message, read);
    this.#underWay.set(id, work);
    try {
      return await work;
    } finally {
      this.#underWay.delete(id);
    }
  }

  async #carryOutOnce(
    { command, argumentText }: CommandMatch,
    message: InboundMessage,
    read: () => ReadOptions,
  ): Promise<CommandAnswer | undefined> {
    const { sessions } = this.#parts;
    if (await sessions.isHandled(message)) return undefined;
    const actor = participantOf(message);
    const sessionId = await sessions.find(message.key);
    const control = new ConversationControl(sessions, actor, message);
    const text = await this.#answer(command, { message, actor, sessionId, control }, argumentText, read);
    await sessions.remember(message);
    return { command, sessionId, text };
  }

  /** What the command says. A store that cannot confirm is told to the caller: the command is then tried again. */
  async #answer(
    command: Command,
    request: CommandRequest,
    argumentText: string,
    read: () => ReadOptions,
  ): Promise<string> {
    try {
      if (!(await mayUse(command, request))) return notAllowed(command.name);
      const given = read();
      if (given.kind === "complaint") return given.text;
      return await command.run({ ...request, argumentText, options: given.values });
    } catch (error) {
      if (error instanceof StoreError) throw error;
      if (error instanceof NotAuthorizedError) return notAllowed(command.name);
      this.#parts.reportError(error);
      return error instanceof KeyturnError
        ? error.message
        : `/${command.name} failed. Please tell whoever runs this bot.`;
    }
  }
}

function notAllowed(name: string): string {
  return `You may not use /${name} in this conversation. Ask whoever began it, or whoever runs this bot.`;
}
