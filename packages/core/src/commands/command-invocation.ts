import type { JsonValue } from "../json.ts";
import type { Invoker } from "./participant.ts";

/** A person who acts through a button or the like. */
export interface ControlRequest extends Invoker {
  /**
   * The service's id of what they did: a stop, reset or delete is then carried out once, however often it comes.
   * Default: each time.
   */
  readonly platformMessageId?: string | undefined;
}

/** A command in the service's own form, such as an application command of Discord's or a slash command of Slack's. */
export interface CommandInvocation extends Invoker {
  /** The service's id of the invocation, unique in its place: the same id twice is carried out once. */
  readonly platformMessageId: string;
  /** The command's name, without the slash. */
  readonly name: string;
  /** Values by the options' names, where the service knows the options. */
  readonly options?: Readonly<Record<string, JsonValue>> | undefined;
  /** Where it does not: what the person wrote after the name. @default "" */
  readonly argumentText?: string | undefined;
  /** As in `InboundMessage`. */
  readonly replyAddress?: JsonValue | undefined;
}

/** What an invocation came to. `text` is for the adapter to tell the person. */
export type InvocationOutcome =
  | {
      readonly kind: "answered";
      readonly name: string;
      readonly text: string;
      /** Whether nobody else is to read it. */
      readonly isPrivate: boolean;
    }
  /** It was carried out before: nothing is to be told. */
  | { readonly kind: "duplicate" }
  /** There is no such command, or none any more. */
  | { readonly kind: "unknown"; readonly text: string };

/** A person who writes a command's option and waits for values to choose from. */
export interface CompletionRequest extends Invoker {
  /** The command's name. */
  readonly name: string;
  /** The option's name. */
  readonly option: string;
  /** What they have written of the value so far. */
  readonly partial: string;
}
