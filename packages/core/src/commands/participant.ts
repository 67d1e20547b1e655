import type { ParticipantActor, Right } from "../sessions/actor.ts";
import type { SessionKey } from "../sessions/session-key.ts";
import type { Person } from "../sessions/transcript.ts";

/** Somebody who acts at a chat service, as the event says that they caused. */
export interface Invoker {
  /** The conversation in which they act. */
  readonly key: SessionKey;
  readonly sender: Person;
  /** What the service says of them in the key's place. @default [] */
  readonly rights?: readonly Right[] | undefined;
}

/** The person as the policy knows them. */
export function participantOf({ key, sender, rights = [] }: Invoker): ParticipantActor {
  const { adapter, account, place } = key;
  return { kind: "participant", id: sender.id, adapter, account, surface: adapter, place, rights };
}
