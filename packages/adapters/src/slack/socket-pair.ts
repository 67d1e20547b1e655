import {
  type ChannelReport,
  type ChannelVitals,
  type Clock,
  ConfigurationError,
  type Logger,
  pause,
} from "@keyturn/core";
import { retryAfterOf } from "./slack-failure.ts";
import { type SocketEnd, type SocketFrame, SocketLink, SocketRefusedError } from "./socket-link.ts";
import { isAppTokenRefused, reasonOf } from "./socket-trouble.ts";

/** How many sockets are held: while one is renewed, the other brings events. Slack allows ten for an app. */
const socketCount = 2;

/** Pause before a socket is tried again, in milliseconds; it doubles with each failure, up to the longest. */
const firstPauseMilliseconds = 500;
const longestPauseMilliseconds = 30_000;

/** Longest wait for the URL of a socket, in milliseconds. */
const urlMilliseconds = 10_000;

/** A socket that was there for so long, in milliseconds, says that all is well. */
const shortLifeMilliseconds = 10_000;

/** Whoever is to leave a socket sooner than this, in milliseconds, is being sent away: a new one would fare no better. */
const sentAwayMilliseconds = 1_000;

/** Pause while only somebody can mend it, or there are too many sockets, in milliseconds. */
const stuckPauseMilliseconds = 60_000;

/** The parts that a pair of sockets is made of. */
export interface SocketPairParts {
  readonly clock: Clock;
  readonly log: Logger;
  /** Asks Slack for the URL of one socket. */
  readonly openUrl: () => Promise<string>;
  readonly onEnvelope: (frame: SocketFrame, link: SocketLink) => void;
}

/** Two sockets of Socket Mode that are kept open: renewed before they go, opened anew when they went. */
export class SocketPair {
  readonly #parts: SocketPairParts;
  readonly #stopping = new AbortController();
  readonly #links = new Set<SocketLink>();
  readonly #keeping: Promise<void>[] = [];
  #report: (news: ChannelReport) => void = () => undefined;
  /** Why there is no socket, as far as that is known; undefined since there was one. */
  #trouble: ChannelReport | undefined;
  #lastEventAt: number | undefined;
  #pingMilliseconds: number | undefined;

  constructor(parts: SocketPairParts) {
    this.#parts = parts;
  }

  get vitals(): Pick<ChannelVitals, "lastEventAt" | "pingMilliseconds"> {
    return { lastEventAt: this.#lastEventAt, pingMilliseconds: this.#pingMilliseconds };
  }

  /**
   * Opens the first socket, then the others beside it.
   * @throws ConfigurationError when the app's token or settings are wrong; what may pass otherwise.
   */
  async start(report: (news: ChannelReport) => void): Promise<void> {
    const first = await this.#open().catch((error: unknown) => {
      if (isForSomebody(error)) throw new ConfigurationError(reasonOf(error), error);
      // Whoever tries often has more of them.
      if (!isTooMany(error)) throw error;
      this.#trouble = { state: "reconnecting", reason: reasonOf(error) };
      report(this.#trouble);
      return undefined;
    });
    this.#report = report;
    for (let slot = 0; slot < socketCount; slot += 1) {
      this.#keeping.push(this.#keep(slot === 0 ? first : undefined));
    }
  }

  /** Takes nothing more in. Sockets stay open for what is still to be acknowledged, until `close`. */
  stop(): void {
    this.#report = () => undefined;
    this.#stopping.abort();
  }

  /** Ends every socket. */
  async close(): Promise<void> {
    this.stop();
    for (const link of this.#links) link.close();
    await Promise.all(this.#keeping);
    for (const link of this.#links) link.cut();
  }

  /** Keeps one socket open until the end. One that is to be left is left when its successor is there: nothing falls between. */
  async #keep(opened: SocketLink | undefined): Promise<void> {
    const { clock } = this.#parts;
    let next = opened;
    let leaving: SocketLink | undefined;
    for (let failures = 0; !this.#stopping.signal.aborted;) {
      try {
        const link = next ?? (await this.#open());
        next = undefined;
        leaving?.leave();
        leaving = undefined;
        const greetedAt = clock.monotonic();
        const end = await this.#use(link);
        const life = clock.monotonic() - greetedAt;
        const isWell = life >= shortLifeMilliseconds;
        if (isWell) failures = 0;
        if (end?.kind === "leave") {
          if (isFinal(end.reason, isWell)) {
            link.leave();
            throw new SocketRefusedError(end.reason);
          }
          leaving = link;
        }
        if (leaving === undefined || life < sentAwayMilliseconds) failures = await this.#rest(undefined, failures);
      } catch (error) {
        failures = await this.#rest(error, failures);
      }
    }
  }

  /** Resolves when the socket is of no further use; with nothing at the end of all. */
  async #use(link: SocketLink): Promise<SocketEnd | undefined> {
    this.#trouble = undefined;
    this.#tell();
    return Promise.race([link.ended, aborted(this.#stopping.signal)]);
  }

  async #open(): Promise<SocketLink> {
    const { clock, openUrl, onEnvelope } = this.#parts;
    const onLife = (milliseconds?: number): void => {
      this.#lastEventAt = clock.now();
      if (milliseconds !== undefined) this.#pingMilliseconds = milliseconds;
    };
    const url = await this.#inTime(openUrl());
    const { signal } = this.#stopping;
    const link = await SocketLink.open(url, { clock, onEnvelope, onLife }, signal);
    if (signal.aborted) {
      link.cut();
      throw new Error("The channel was stopped while a socket was opened.");
    }
    this.#links.add(link);
    void link.closed.then(() => {
      this.#links.delete(link);
      this.#tell();
    });
    return link;
  }

  /** A call that is never answered keeps nobody from the next one, nor from the end. */
  async #inTime(url: Promise<string>): Promise<string> {
    const patience = new AbortController();
    const signal = AbortSignal.any([this.#stopping.signal, patience.signal]);
    try {
      const late = pause(this.#parts.clock, urlMilliseconds, signal).then(() => undefined);
      const answer = await Promise.race([url, late]);
      if (answer === undefined) throw new Error("Slack did not say in time where a socket is opened.");
      return answer;
    } finally {
      patience.abort();
    }
  }

  /** Waits before the next try, after the first failure not at all. @returns how many failures there were in a row. */
  async #rest(error: unknown, failures: number): Promise<number> {
    const { clock, log } = this.#parts;
    const { signal } = this.#stopping;
    if (signal.aborted) return failures;
    const isStuck = isForSomebody(error);
    if (error !== undefined) {
      const reason = reasonOf(error);
      log.warn({ err: error }, reason);
      this.#trouble = { state: isStuck ? "misconfigured" : "reconnecting", reason };
      if (!this.#isUp) this.#tell();
    }
    const wait = failures === 0 ? 0 : Math.min(firstPauseMilliseconds * 2 ** (failures - 1), longestPauseMilliseconds);
    const pauseFor = isStuck || isTooMany(error) ? stuckPauseMilliseconds : (retryAfterOf(error) ?? wait);
    if (pauseFor > 0) await pause(clock, pauseFor, signal);
    return failures + 1;
  }

  get #isUp(): boolean {
    return [...this.#links].some(({ isOpen }) => isOpen);
  }

  #tell(): void {
    if (this.#isUp) this.#report({ state: "connected" });
    else this.#report(this.#trouble ?? { state: "reconnecting", reason: "The connection to Slack was lost." });
  }
}

/** Whether Slack's wish that a socket is left says that a new one is of no use. Sockets of others may take its place once. */
function isFinal(reason: string, isWell: boolean): boolean {
  return reason === "link_disabled" || (reason === "too_many_websockets" && !isWell);
}

/** Whether only somebody can mend it. */
function isForSomebody(error: unknown): boolean {
  return isAppTokenRefused(error) || (error instanceof SocketRefusedError && error.reason === "link_disabled");
}

/** Whether other processes of the app's have taken all the sockets that Slack allows. */
function isTooMany(error: unknown): boolean {
  return error instanceof SocketRefusedError && error.reason === "too_many_websockets";
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
}
