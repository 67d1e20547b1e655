import type { SessionId } from "../identifiers.ts";
import type { ParticipantActor } from "../sessions/actor.ts";
import type { InboundMessage } from "../sessions/inbox.ts";
import type { ConversationControl } from "./conversation-control.ts";

/** Who asks for a command, and where: what is known before its arguments are read. */
export interface CommandRequest {
  /** What they typed; of a command in the service's own form, the same as if it had been typed. */
  readonly message: InboundMessage;
  readonly actor: ParticipantActor;
  /** The conversation's session; undefined when it has none yet. */
  readonly sessionId: SessionId | undefined;
  /** What may be asked of conversations; each call is authorized for the person who uses the command. */
  readonly control: ConversationControl;
}
