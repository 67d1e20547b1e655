import type { Right } from "../sessions/actor.ts";
import type { CommandRequest } from "./command-request.ts";
import type { Command, CommandAccess } from "./command.ts";

const rightsFor: Readonly<Record<CommandAccess, readonly Right[] | undefined>> = Object.freeze({
  everyone: undefined,
  moderators: ["moderator", "administrator"],
  administrators: ["administrator"],
});

/** Whether a person may use a command at all; what it then asks of a conversation is the policy's to allow. */
export async function mayUse(command: Command, request: CommandRequest): Promise<boolean> {
  const needed = rightsFor[command.defaultAccess ?? "everyone"];
  if (needed !== undefined && !needed.some((right) => request.actor.rights?.includes(right) === true)) return false;
  return (await command.isAllowed?.(request)) !== false;
}
