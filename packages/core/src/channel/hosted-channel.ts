import type { Clock } from "../clock.ts";
import type { ChannelState, ChannelStatus } from "../channel-status.ts";
import type { Channel } from "./channel.ts";

const openStates: ReadonlySet<ChannelState> = new Set<ChannelState>(["connected", "reconnecting"]);

/** One channel and how it stands. Each start is a life of its own: what an earlier one reports late counts no more. */
export class HostedChannel {
  readonly channel: Channel;
  isRestarting = false;
  /** Its plugin takes it away: it is not started any more. */
  isLeaving = false;
  /** The stop that is under way. */
  stopping: Promise<void> | undefined;
  readonly #clock: Clock;
  readonly #onChange: (status: ChannelStatus) => void;
  #status: ChannelStatus;
  #life: AbortController | undefined;
  #retrying: AbortController | undefined;
  #hasConnected = false;
  #isClosed = false;
  #keepsSending = false;
  #waiting: (() => void)[] = [];

  constructor(channel: Channel, clock: Clock, onChange: (status: ChannelStatus) => void) {
    this.channel = channel;
    this.#clock = clock;
    this.#onChange = onChange;
    const { name } = channel;
    const hasWebhook = "webhook" in channel;
    const since = clock.now();
    this.#status = {
      name,
      state: "stopped",
      reason: undefined,
      since,
      lastError: undefined,
      reconnects: 0,
      hasWebhook,
    };
  }

  get status(): ChannelStatus {
    const { lastEventAt, pingMilliseconds, limitedUntil } = this.channel.vitals?.() ?? {};
    return { ...this.#status, lastEventAt, pingMilliseconds, limitedUntil };
  }

  /** Begins a life; the one before has ended. */
  begin(): AbortController {
    this.#life?.abort();
    const life = new AbortController();
    this.#life = life;
    this.show("starting");
    return life;
  }

  /** Ends the life that it has, if it has one. */
  end(): void {
    this.#life?.abort();
    this.#life = undefined;
    this.show("stopped");
  }

  isCurrent(life: AbortController): boolean {
    return this.#life === life;
  }

  /** Whether it has been started and not stopped since. */
  get isAlive(): boolean {
    return this.#life !== undefined;
  }

  /** True when the life may be followed by another; false when that is being waited for already. */
  beginRetry(life: AbortController): boolean {
    if (!this.isCurrent(life) || this.#retrying === life) return false;
    this.#retrying = life;
    return true;
  }

  /** After the wait: true when the life is still to be followed by another, and did not mend itself. */
  endRetry(life: AbortController): boolean {
    if (!this.isCurrent(life)) return false;
    this.#retrying = undefined;
    return this.#status.state === "failed";
  }

  show(state: ChannelState, reason?: string): void {
    const before = this.#status;
    if (before.state === state && before.reason === reason) return;
    const isBack = state === "connected" && before.state !== "connected" && this.#hasConnected;
    if (state === "connected") this.#hasConnected = true;
    const now = this.#clock.now();
    const since = before.state === state ? before.since : now;
    const lastError = reason === undefined || state === "connected" ? before.lastError : { at: now, reason };
    this.#status = { ...before, state, reason, since, lastError, reconnects: before.reconnects + (isBack ? 1 : 0) };
    this.#onChange(this.status);
    if (openStates.has(state)) this.#release();
  }

  /** It counts as open from now on, if it is: the bot is being stopped. */
  keepSending(): void {
    this.#keepsSending = openStates.has(this.#status.state);
  }

  /** Resolves when it can send, or is removed; undefined when it can send now. */
  whenOpen(): Promise<void> | undefined {
    if (this.#isClosed || this.#keepsSending || openStates.has(this.#status.state)) return undefined;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** It is removed: whoever waits for it waits no longer. */
  close(): void {
    this.#isClosed = true;
    this.#release();
  }

  #release(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
