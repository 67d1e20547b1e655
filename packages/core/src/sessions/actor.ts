/** Where a person acts. Channel adapters use their own name; the rest is listed here. */
export type Surface = "dashboard" | "http" | "command-line" | "code" | (string & {});

/** Someone who runs the bot: came in through the dashboard, the HTTP API, the command line, or is the host program itself. */
export interface OperatorActor {
  readonly kind: "operator";
  /** Who, for the audit log: a name, a token's label or, for code, the name of the task such as `retention`. */
  readonly id: string;
  readonly surface: Surface;
  /** A name for people, where there is one. */
  readonly label?: string | undefined;
  /** Where the request came from, when it came over a network; for the audit log alone. */
  readonly address?: string | undefined;
}

/**
 * What a chat service says of a person in one place: that they keep order there, or run it. Taken from the event that
 * the person caused, never remembered: rights are taken away too.
 */
export type Right = "moderator" | "administrator";

/** A person who talks with the bot at a chat service. */
export interface ParticipantActor {
  readonly kind: "participant";
  /** The service's id of the person. */
  readonly id: string;
  readonly adapter: string;
  readonly account: string;
  readonly surface: Surface;
  /** The place of the session key where they act, and where their rights hold. Without it they have none. */
  readonly place?: string | undefined;
  /** @default [] */
  readonly rights?: readonly Right[] | undefined;
}

/** A plugin that asks for something by itself. */
export interface PluginActor {
  readonly kind: "plugin";
  /** The plugin's name. */
  readonly id: string;
  readonly surface: "plugin";
}

/** Who asks for an operation. */
export type Actor = OperatorActor | ParticipantActor | PluginActor;

/** An actor as one line, such as `participant discord/main/4711`; for logs, the audit and error messages. */
export function formatActor(actor: Actor): string {
  return actor.kind === "participant"
    ? `participant ${actor.adapter}/${actor.account}/${actor.id}`
    : `${actor.kind} ${actor.id}`;
}
