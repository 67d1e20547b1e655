import { type Clock, pause } from "../clock.ts";
import { mayUse } from "./command-access.ts";
import type { CompletionRequest } from "./command-invocation.ts";
import { type Choice, type CommandOption, mostOptions } from "./command-option.ts";
import type { CommandRegistry } from "./command-registry.ts";
import type { CommandRequest } from "./command-request.ts";
import type { Command } from "./command.ts";
import type { Sessions } from "../sessions/sessions.ts";
import { ConversationControl } from "./conversation-control.ts";
import { participantOf } from "./participant.ts";

/** The parts that a completion is made of. */
export interface CompletionParts {
  readonly sessions: Sessions;
  readonly commands: CommandRegistry;
  readonly clock: Clock;
  readonly reportError: (error: unknown) => void;
}

/** Longest wait for offered values, in milliseconds: Discord drops what takes 3 s, its way to us and back included. */
const timeoutMilliseconds = 2_000;

/**
 * The values to offer for an option while a person writes it, at most 25: its choices that hold what they wrote, or what
 * the command offers. None for whoever may not use the command, and when that fails or takes too long. Never rejects.
 */
export async function completeOption(parts: CompletionParts, request: CompletionRequest): Promise<readonly Choice[]> {
  const command = parts.commands.find(request.name);
  const option = command?.options?.find(({ name }) => name === request.option);
  if (command === undefined || option === undefined) return [];
  const patience = new AbortController();
  try {
    const late = pause(parts.clock, timeoutMilliseconds, patience.signal).then((): readonly Choice[] => []);
    const choices = await Promise.race([offered(parts, command, option, request), late]);
    return choices.slice(0, mostOptions);
  } catch (error) {
    parts.reportError(error);
    return [];
  } finally {
    patience.abort();
  }
}

async function offered(
  { sessions }: CompletionParts,
  command: Command,
  option: CommandOption,
  { partial, ...invoker }: CompletionRequest,
): Promise<readonly Choice[]> {
  const actor = participantOf(invoker);
  const message = { ...invoker, platformMessageId: "completion", text: `/${command.name} ${partial}` };
  const sessionId = await sessions.find(invoker.key);
  const asked: CommandRequest = { message, actor, sessionId, control: new ConversationControl(sessions, actor) };
  if (!(await mayUse(command, asked))) return [];
  if (option.complete !== undefined) return option.complete(asked, partial);
  const wanted = partial.toLowerCase();
  return (option.choices ?? []).filter(({ name }) => name.toLowerCase().includes(wanted));
}
