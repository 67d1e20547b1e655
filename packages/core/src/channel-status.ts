/**
 * How a channel stands.
 * - `stopped`: it was not started, or was told to stop;
 * - `starting`: it is being started;
 * - `connected`: it takes messages in and sends;
 * - `reconnecting`: it sends, and will take messages in again by itself;
 * - `failed`: it could not be started; it is tried again after a pause;
 * - `misconfigured`: it cannot be started until somebody changes its settings.
 */
export type ChannelState = "stopped" | "starting" | "connected" | "reconnecting" | "failed" | "misconfigured";

/** How a channel stands, for operators. */
export interface ChannelStatus {
  readonly name: string;
  readonly state: ChannelState;
  /** Why it is not connected, where it is known. */
  readonly reason: string | undefined;
  /** Since when it is in this state, in milliseconds since 1970. */
  readonly since: number;
  /** How often it came back after it had been connected, since the bot's start. */
  readonly reconnects: number;
  /** Whether its service calls it over HTTP. */
  readonly hasWebhook: boolean;
}
