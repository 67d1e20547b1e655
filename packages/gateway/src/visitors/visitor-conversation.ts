import type { ParticipantActor, SessionKey } from "@keyturn/core";
import { visitorAccount, webChatName } from "../webchat/web-chat.ts";

/**
 * The conversation of a visitor: they have one, under their own id, in an account of the web chat that no operator's
 * conversation is in. So no request of theirs names a conversation, and none can name another's.
 */
export function keyOfVisitor(id: string): SessionKey {
  return { adapter: webChatName, account: visitorAccount, place: id };
}

/** The visitor that a conversation is of; undefined for every other conversation. */
export function visitorOf({ adapter, account, place }: SessionKey): string | undefined {
  return adapter === webChatName && account === visitorAccount ? place : undefined;
}

/** A visitor as the policy knows them. */
export function actorOfVisitor(id: string): ParticipantActor {
  return { kind: "participant", id, adapter: webChatName, account: visitorAccount, surface: webChatName, place: id };
}

/** A visitor who has everything of theirs removed: nobody else is in the conversation, so they keep order there. */
export function removerOfVisitor(id: string): ParticipantActor {
  return { ...actorOfVisitor(id), rights: ["moderator"] };
}
