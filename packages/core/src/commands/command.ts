import type { SessionId } from "../identifiers.ts";
import type { ParticipantActor } from "../sessions/actor.ts";
import type { InboundMessage } from "../sessions/inbox.ts";
import type { ConversationControl } from "./conversation-control.ts";

/** What a command is told when a person uses it. */
export interface CommandContext {
  readonly message: InboundMessage;
  readonly actor: ParticipantActor;
  /** What follows the name, trimmed. */
  readonly argumentText: string;
  /** The conversation's session; undefined when it has none yet. */
  readonly sessionId: SessionId | undefined;
  /** What may be asked of conversations; each call is authorized for the person who typed the command. */
  readonly control: ConversationControl;
}

/** Something that people ask of the bot by name, on every channel: typed, or in the service's own form. */
export interface Command {
  /** 1 to 32 lower-case letters, digits, `-` and `_`; without the slash. */
  readonly name: string;
  /** One line for `/help`, at most 100 characters (Discord's limit). */
  readonly description: string;
  /** Whether `/help` lists it for this person, and it runs for them. Asked before anything else. Default: yes. */
  isAllowed?(context: CommandContext): boolean | Promise<boolean>;
  /** Does it and returns the answer. A throw is reported, and the person told that it failed. */
  run(context: CommandContext): Promise<string>;
}
