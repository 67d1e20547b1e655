import type { ConfigurationFlags } from "../configuration/load-configuration.ts";

/** Options of `keyturn start`. */
export interface StartOptions extends ConfigurationFlags {
  /** Whether the conversation is offered in the terminal. */
  readonly chat: boolean;
}
