import type { OperatorActor, ParticipantActor } from "@keyturn/core";
import type { GrantedRole } from "../guard/role.ts";

/** An operator with a name for people; the audit log has both. */
export interface LabelledActor extends OperatorActor {
  readonly label: string;
}

/** What somebody's rights come from, and end with: the operator's token, an access token, or what a proxy says. */
export type RightsSource =
  | { readonly kind: "operator" }
  | { readonly kind: "token"; readonly tokenId: string }
  | { readonly kind: "proxy" };

/** Whoever of those who run the bot sent a request, as far as the gateway knows; what they may do is never taken from the request itself. */
export interface Caller {
  readonly actor: LabelledActor;
  readonly role: GrantedRole;
  readonly source: RightsSource;
  /** The login session that they came in with; undefined for a bearer token and behind a proxy. */
  readonly loginId: string | undefined;
  /** Whether a browser adds the credentials by itself, also to what a page of somebody else asks for. */
  readonly isAmbient: boolean;
  /** Whether the credentials would still be taken now. A rejection means no. */
  readonly holds: () => Promise<boolean>;
}

/** A visitor of the web chat: somebody without a login, who may see to their own conversation and to nothing else. */
export interface VisitorCaller {
  readonly actor: ParticipantActor;
  readonly role: "visitor";
  readonly visitorId: string;
  readonly isAmbient: false;
  /** Whether the token would still be taken now. */
  readonly holds: () => Promise<boolean>;
}
