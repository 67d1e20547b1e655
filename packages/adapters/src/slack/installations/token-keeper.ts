import { type Clock, DeliveryError, type KeyedLock, type Logger } from "@keyturn/core";
import { slackErrorOf } from "../slack-failure.ts";
import type { TokenSource } from "../token-source.ts";
import { type FreshTokens, type Installation, workspaceName } from "./installation.ts";

/** How long before its end a token is replaced, in milliseconds: Bolt's own two hours. Slack's live twelve. */
const earlyMilliseconds = 7_200_000;

/** Pause after a refresh that failed, in milliseconds; it doubles up to the longest. */
const firstPauseMilliseconds = 1_000;
const longestPauseMilliseconds = 60_000;

/** Pause while Slack takes the refresh token no more, in milliseconds: only another installation mends that. */
const stuckPauseMilliseconds = 600_000;

/** What Slack answers when a refresh token was used, or counts no more. */
const spent: ReadonlySet<string> = new Set(["invalid_refresh_token", "invalid_grant", "token_revoked"]);

/** The parts that a keeper is made of. */
export interface TokenKeeperParts {
  readonly teamId: string;
  /** Held over a refresh. One of the channel's own: no session waits for Slack. */
  readonly lock: KeyedLock;
  readonly clock: Clock;
  readonly log: Logger;
  readonly refresh: (refreshToken: string) => Promise<FreshTokens>;
  /** Puts the next installation in the place of the one before; false when that is not the newest any more. */
  readonly replace: (previous: Installation, next: Installation) => boolean;
  /** The installation as it is now; undefined when the workspace has none any more. */
  readonly read: () => Installation | undefined;
  /** Slack refused the token that counts now: it was revoked, or the app was removed. */
  readonly onRefused: (installation: Installation) => void;
  /** What is amiss changed. */
  readonly onTrouble: () => void;
  /** Counts work that a stop waits for. */
  readonly await: (work: Promise<void>) => void;
}

/**
 * The tokens of one workspace. A token that ends is replaced by one refresh, however many ask for it at the same time: a
 * refresh token counts once. While the token before is good, nobody waits for the refresh, and nothing is lost when it fails.
 */
export class TokenKeeper implements TokenSource {
  /** What is wrong, and what to do about it; undefined when nothing is. */
  trouble: string | undefined;
  readonly #parts: TokenKeeperParts;
  #failures = 0;
  #waitsUntil = 0;
  /** Tokens that Slack called expired before their time. */
  #expired: string | undefined;

  constructor(parts: TokenKeeperParts) {
    this.#parts = parts;
  }

  async read(): Promise<string> {
    const installation = this.#installation();
    const left = this.#timeLeft(installation);
    if (left > earlyMilliseconds) return installation.token;
    if (left > 0) {
      if (this.#pause() === 0 && !this.#isRefreshing) this.#refresh().catch(noOne);
      return installation.token;
    }
    await this.#refresh();
    return this.#installation().token;
  }

  refuse(token: string, code: string): void {
    const installation = this.#parts.read();
    // A word about a token that was replaced meanwhile says nothing about the one that counts.
    if (installation === undefined || installation.token !== token) return;
    if (code === "token_expired" && installation.refreshToken !== undefined) this.#expired = token;
    else this.#parts.onRefused(installation);
  }

  /** The workspace installed the app again: what was wrong with the tokens before says nothing about these. */
  renew(): void {
    this.#failures = 0;
    this.#waitsUntil = 0;
    this.trouble = undefined;
  }

  #installation(): Installation {
    const installation = this.#parts.read();
    if (installation !== undefined) return installation;
    throw new DeliveryError("The app is not installed in the Slack workspace any more.", { isRetryable: false });
  }

  /** In milliseconds; infinite where tokens do not end. */
  #timeLeft({ token, refreshToken, expiresAt }: Installation): number {
    if (expiresAt === undefined || refreshToken === undefined) return Number.POSITIVE_INFINITY;
    return token === this.#expired ? 0 : expiresAt - this.#parts.clock.now();
  }

  /** How long no refresh is tried yet, in milliseconds. */
  #pause(): number {
    return Math.max(0, this.#waitsUntil - this.#parts.clock.monotonic());
  }

  get #isRefreshing(): boolean {
    return this.#parts.lock.inspect(this.#parts.teamId) !== undefined;
  }

  /** Resolves when the token is fresh, by whoever's refresh. @throws DeliveryError */
  #refresh(): Promise<void> {
    const { lock, teamId } = this.#parts;
    const refreshed = lock.acquire(teamId, () => this.#exchange(), { operation: "token.refresh" });
    this.#parts.await(refreshed.catch(noOne));
    return refreshed;
  }

  async #exchange(): Promise<void> {
    const { refresh, replace, log } = this.#parts;
    const installation = this.#installation();
    // Whoever had the lock before has done it.
    if (this.#timeLeft(installation) > earlyMilliseconds) return;
    const retryAfterMilliseconds = this.#pause();
    const failure = `The token of the Slack workspace ${workspaceName(installation)} could not be refreshed.`;
    if (retryAfterMilliseconds > 0) throw new DeliveryError(failure, { isRetryable: true, retryAfterMilliseconds });
    try {
      const tokens = await refresh(installation.refreshToken ?? "");
      if (replace(installation, { ...installation, ...tokens })) this.#succeed();
    } catch (error) {
      // It was installed again meanwhile: the tokens of before may well be refused.
      if (this.#parts.read() !== installation) return;
      this.#fail(installation, error);
      log.error({ err: error, teamId: installation.teamId, slackError: slackErrorOf(error) }, this.trouble ?? failure);
      throw new DeliveryError(failure, { isRetryable: true, retryAfterMilliseconds: this.#pause(), cause: error });
    }
  }

  #succeed(): void {
    this.renew();
    this.#parts.onTrouble();
  }

  #fail(installation: Installation, error: unknown): void {
    const code = slackErrorOf(error) ?? "";
    const isSpent = spent.has(code);
    const pauseFor = Math.min(firstPauseMilliseconds * 2 ** this.#failures, longestPauseMilliseconds);
    this.#failures += 1;
    this.#waitsUntil = this.#parts.clock.monotonic() + (isSpent ? stuckPauseMilliseconds : pauseFor);
    this.trouble = describe(installation, isSpent, code);
    this.#parts.onTrouble();
  }
}

function describe(installation: Installation, isSpent: boolean, code: string): string | undefined {
  const name = workspaceName(installation);
  if (isSpent) {
    const { expiresAt } = installation;
    const until = expiresAt === undefined ? "" : ` until ${new Date(expiresAt).toISOString()}`;
    return `Slack takes the refresh token of the workspace ${name} no more; the token before it is good${until}. Install the app there again.`;
  }
  if (code !== "bad_client_secret" && code !== "invalid_client_id") return undefined;
  return `Slack does not take the app's client id or client secret (${code}): the token of the workspace ${name} cannot be refreshed.`;
}

/** Whoever needs the refresh is told by it. */
function noOne(): void {}
