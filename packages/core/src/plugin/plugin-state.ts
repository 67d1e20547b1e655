/** What a plugin registered. */
export interface PluginRegistration {
  readonly kind: "channel" | "command" | "model" | "tool";
  readonly name: string;
}

/** How a plugin stands. */
export interface PluginState {
  readonly name: string;
  readonly version: string;
  readonly state: "running" | "failed" | "stopped" | "disabled";
  /** Why it failed. */
  readonly reason: string | undefined;
  /** Whether the bot cannot be without it: it is never disabled. */
  readonly isRequired: boolean;
  /** What it has registered and not taken back, in that order. */
  readonly registrations: readonly PluginRegistration[];
}
