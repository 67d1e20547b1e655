import type { Actor, ParticipantActor } from "./actor.ts";
import type { SessionSummary } from "./session.ts";

/** What an actor may ask of a session, of all of them, or of the bot itself. */
export type Operation =
  | "session.list"
  | "session.read"
  | "session.export"
  | "session.import"
  | "session.patch"
  | "session.model"
  | "session.compact"
  | "session.post"
  | "session.cancel"
  | "session.stop"
  | "session.regenerate"
  | "session.reset"
  | "session.delete"
  | "session.restore"
  | "delivery.list"
  | "delivery.resend"
  | "delivery.dismiss"
  | "adapter.restart"
  | "schedule.list"
  | "schedule.read"
  | "schedule.create"
  | "schedule.patch"
  | "schedule.run"
  | "schedule.delete"
  | "usage.read"
  | "config.read"
  | "config.change"
  | "plugin.change";

/** What is asked, by whom, of which session (none for lists). Of a schedule it is the session that its conversation has today. */
export interface AuthorizationRequest {
  readonly actor: Actor;
  readonly operation: Operation;
  readonly session: SessionSummary | undefined;
}

/** Decides who may do what. Asked before the lock is taken, on every operation of `Sessions`. */
export interface Policy {
  /**
   * True allows. False, undefined, a rejection and a throw all deny: no answer means no.
   */
  authorize(request: AuthorizationRequest): boolean | undefined | Promise<boolean | undefined>;
}

/** What a participant may do with the conversation that their message began. */
const ownOperations: ReadonlySet<Operation> = new Set([
  "session.read",
  "session.stop",
  "session.regenerate",
  "session.reset",
  "session.model",
  "session.compact",
]);

/** What a participant may do with what was written for them, in whoever's conversation. */
const askerOperations: ReadonlySet<Operation> = new Set(["session.stop", "session.regenerate"]);

/** What those who keep order in a place may do with every conversation there. */
const moderatorOperations: ReadonlySet<Operation> = new Set([
  ...ownOperations,
  "session.patch",
  "session.cancel",
  "session.delete",
]);

/**
 * The default: an operator may do everything. A participant may see, stop, regenerate and reset their own conversation,
 * which is the one that their message began, have it summarised, and choose its model; in other conversations stop what is
 * written for them, and have it written anew. A moderator or administrator of a place may do that with each conversation
 * there, change its settings, delete it, and cancel what waits in it. Plugins may do nothing by themselves.
 */
export class DefaultPolicy implements Policy {
  authorize({ actor, operation, session }: AuthorizationRequest): boolean {
    switch (actor.kind) {
      case "operator":
        return true;
      case "participant":
        return session !== undefined && participantMay(actor, operation, session);
      case "plugin":
        return false;
    }
  }
}

function participantMay(actor: ParticipantActor, operation: Operation, session: SessionSummary): boolean {
  const { key, owner, askerIds = [] } = session;
  if (key.adapter !== actor.adapter || key.account !== actor.account) return false;
  const isModerator = key.place === actor.place && (actor.rights ?? []).length > 0;
  if (isModerator && moderatorOperations.has(operation)) return true;
  if (askerIds.includes(actor.id) && askerOperations.has(operation)) return true;
  return owner.id === actor.id && ownOperations.has(operation);
}
