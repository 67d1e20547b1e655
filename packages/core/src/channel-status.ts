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

/** What a channel measures of its connection. */
export interface ChannelVitals {
  /** When its service was heard of last, a sign of life included, in milliseconds since 1970. */
  readonly lastEventAt?: number | undefined;
  /** How long the service took to answer the newest sign of life, in milliseconds. */
  readonly pingMilliseconds?: number | undefined;
  /** Until when the service has asked it to send less, in milliseconds since 1970; undefined when it has not. */
  readonly limitedUntil?: number | undefined;
}

/** How a channel stands, for operators. */
export interface ChannelStatus extends ChannelVitals {
  readonly name: string;
  readonly state: ChannelState;
  /** Why it is not connected, where it is known; and what is amiss of one that is. */
  readonly reason: string | undefined;
  /** Since when it is in this state, in milliseconds since 1970. */
  readonly since: number;
  /** The newest trouble, also when it is over; undefined when there was none since the bot's start. */
  readonly lastError: { readonly at: number; readonly reason: string } | undefined;
  /** How often it came back after it had been connected, since the bot's start. */
  readonly reconnects: number;
  /** Whether its service calls it over HTTP. */
  readonly hasWebhook: boolean;
}
