import { type Clock, pause, waitAtMost } from "../clock.ts";
import { ConfigurationError, KeyturnError } from "../errors.ts";
import type { Logger } from "../log.ts";
import type { ChannelStatus } from "../channel-status.ts";
import type { Channel, ChannelRegistry, ChannelReport } from "./channel.ts";
import { HostedChannel } from "./hosted-channel.ts";

/** The parts that a channel host is made of. */
export interface ChannelHostParts {
  readonly channels: ChannelRegistry;
  readonly clock: Clock;
  readonly log: Logger;
  /** Told of every change of a state. Must not throw. */
  readonly onChange: (status: ChannelStatus) => void;
  /** Longest time that a start may take, in milliseconds: it counts as failed then, and is tried again. */
  readonly startMilliseconds: number;
}

/** Longest time that the bot's start, or a restart, waits for one channel, in milliseconds; it goes on behind that. */
const startPatienceMilliseconds = 10_000;

/** Longest time that a channel may take to stop, in milliseconds. */
const stopPatienceMilliseconds = 5_000;

/** How a start ended that is not waited for any longer. */
const late = Symbol("late");

/** Pause before a channel that failed is started again, in milliseconds; it doubles up to the longest. */
const retryMilliseconds = 1_000;

/** The longest such pause, in milliseconds: short enough to be back soon after a long trouble of the service. */
const longestRetryMilliseconds = 60_000;

/**
 * Starts and stops channels, each by itself: one that fails or hangs holds up nobody. Failed ones are tried again.
 */
export class ChannelHost {
  readonly #parts: ChannelHostParts;
  readonly #hosted = new Map<string, HostedChannel>();
  #isOpen = false;

  constructor(parts: ChannelHostParts) {
    this.#parts = parts;
  }

  /** How each channel stands, in the order in which they were added. */
  get statuses(): readonly ChannelStatus[] {
    return [...this.#hosted.values()].map(({ status }) => status);
  }

  /**
   * Adds a channel, and starts it when the others are on. The returned function stops and removes it.
   * @throws PluginError when the name is taken.
   */
  add(channel: Channel): () => Promise<void> {
    const { channels, clock, onChange } = this.#parts;
    const unregister = channels.register(channel);
    const hosted = new HostedChannel(channel, clock, onChange);
    this.#hosted.set(channel.name, hosted);
    if (this.#isOpen) void this.#start(hosted);
    return async () => {
      hosted.isLeaving = true;
      await this.#stop(hosted);
      if (this.#hosted.get(channel.name) === hosted) this.#hosted.delete(channel.name);
      hosted.close();
      unregister();
    };
  }

  /** Starts every channel. Resolves when each has started or failed, or has taken too long, and goes on by itself. */
  async start(): Promise<void> {
    this.#isOpen = true;
    await Promise.all([...this.#hosted.values()].map((hosted) => this.#patiently(this.#start(hosted))));
  }

  /** Stops every channel; none is started again. Those that could send stay open for the delivery of what is left. */
  async stop(): Promise<void> {
    this.#isOpen = false;
    // What is on its way may still be sent: it was answered in time.
    for (const hosted of this.#hosted.values()) hosted.keepSending();
    await Promise.all([...this.#hosted.values()].map((hosted) => this.#stop(hosted)));
  }

  /** Stops a channel and starts it anew. `busy` when it is being restarted already, `unknown` when there is none. */
  restart(name: string): "begun" | "busy" | "unknown" {
    const hosted = this.#hosted.get(name);
    if (hosted === undefined || !this.#isOpen) return "unknown";
    if (hosted.isRestarting) return "busy";
    hosted.isRestarting = true;
    void this.#restart(hosted);
    return "begun";
  }

  /** Resolves when the channel can send, or is not there any more; undefined when it can send now. */
  whenOpen(name: string): Promise<void> | undefined {
    return this.#hosted.get(name)?.whenOpen();
  }

  async #restart(hosted: HostedChannel): Promise<void> {
    await this.#stop(hosted);
    if (this.#isOpen && !hosted.isLeaving) await this.#patiently(this.#start(hosted));
    hosted.isRestarting = false;
  }

  async #start(hosted: HostedChannel, tries = 0): Promise<void> {
    const { channel } = hosted;
    const life = hosted.begin();
    const report = (news: ChannelReport): void => {
      if (!hosted.isCurrent(life)) return;
      const triesBefore = this.#wasWell(hosted) ? 0 : tries;
      hosted.show(news.state, news.reason);
      if (news.state === "failed") void this.#retry(hosted, life, triesBefore);
    };
    try {
      if ((await this.#inTime(hosted, life, channel.start?.(report))) === late)
        return this.#giveUp(hosted, life, tries);
      // It was told to stop while it was starting, and may not have known yet what there was to stop.
      if (!hosted.isAlive) return await this.#stopCalmly(hosted);
      if (hosted.isCurrent(life) && hosted.status.state === "starting") hosted.show("connected");
    } catch (error) {
      if (!hosted.isCurrent(life)) return;
      this.#parts.log.error({ channel: channel.name, err: error }, `The channel "${channel.name}" did not start.`);
      const isFinal = error instanceof ConfigurationError;
      hosted.show(isFinal ? "misconfigured" : "failed", reasonOf(error));
      if (!isFinal) void this.#retry(hosted, life, tries);
    }
  }

  /** What the start came to; `late` when its time is up and it shows nothing. One that reports by itself is waited for. */
  async #inTime(hosted: HostedChannel, life: AbortController, work: Promise<void> | undefined): Promise<unknown> {
    const { clock, startMilliseconds } = this.#parts;
    const patience = new AbortController();
    try {
      const isLate = pause(clock, startMilliseconds, patience.signal).then(() => late);
      const outcome = await Promise.race([work, isLate]);
      if (outcome !== late) return undefined;
      if (hosted.isCurrent(life) && hosted.status.state === "starting") {
        void work?.then(async () => {
          if (!hosted.isAlive) await this.#stopCalmly(hosted);
        }, noOne);
        return late;
      }
      return await work;
    } finally {
      patience.abort();
    }
  }

  #giveUp(hosted: HostedChannel, life: AbortController, tries: number): void {
    const reason = `It did not start within ${this.#parts.startMilliseconds / 1_000} s.`;
    this.#parts.log.error({ channel: hosted.channel.name }, `The channel "${hosted.channel.name}": ${reason}`);
    hosted.show("failed", reason);
    void this.#retry(hosted, life, tries);
  }

  /** One at a time for each life: a channel may both report and throw, and report more than once. */
  async #retry(hosted: HostedChannel, life: AbortController, tries: number): Promise<void> {
    if (!hosted.beginRetry(life)) return;
    await pause(this.#parts.clock, Math.min(retryMilliseconds * 2 ** tries, longestRetryMilliseconds), life.signal);
    if (!hosted.endRetry(life)) return;
    await this.#stopCalmly(hosted);
    if (hosted.isCurrent(life)) await this.#start(hosted, tries + 1);
  }

  /** Whether it has been connected for so long that what went wrong before says nothing about now. */
  #wasWell({ status: { state, since } }: HostedChannel): boolean {
    return state === "connected" && this.#parts.clock.now() - since >= longestRetryMilliseconds;
  }

  async #stop(hosted: HostedChannel): Promise<void> {
    hosted.end();
    await this.#stopCalmly(hosted);
  }

  /** Whoever else wants it stopped waits for the same stop, so that no start overtakes an earlier one. */
  async #stopCalmly(hosted: HostedChannel): Promise<void> {
    hosted.stopping ??= this.#stopOnce(hosted.channel);
    await hosted.stopping;
    hosted.stopping = undefined;
  }

  async #stopOnce(channel: Channel): Promise<void> {
    const { clock, log } = this.#parts;
    const patience = new AbortController();
    try {
      const late = pause(clock, stopPatienceMilliseconds, patience.signal).then(() => "late" as const);
      const outcome = await Promise.race([Promise.resolve(channel.stop?.()), late]);
      if (outcome === "late") log.warn({ channel: channel.name }, `The channel "${channel.name}" takes long to stop.`);
    } catch (error) {
      log.error({ channel: channel.name, err: error }, "A channel could not be stopped.");
    } finally {
      patience.abort();
    }
  }

  async #patiently(work: Promise<void>): Promise<void> {
    await waitAtMost(this.#parts.clock, startPatienceMilliseconds, work);
  }
}

/** Nobody waits for it any more. */
function noOne(): void {}

/** What operators read. An error that a library threw may hold a token or a URL with one: of that only the code is told. */
function reasonOf(error: unknown): string {
  if (error instanceof KeyturnError) return error.message;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const isPlain = typeof code === "string" && /^[A-Z][A-Z\d_]{1,40}$/.test(code);
  return `It did not start${isPlain ? ` (${code})` : ""}; the log has the cause.`;
}
