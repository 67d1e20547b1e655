import { type Clock, ConfigurationError, type JsonValue, type Logger, type PluginStorage, pause } from "@keyturn/core";
import { ChannelLines } from "@keyturn/core/channel-kit";
import { type Installation, installationSchema } from "./installation.ts";
import type { InstallationCipher } from "./installation-cipher.ts";

const prefix = "installation/";

/** Pause before something is written again that could not be, in milliseconds; it doubles up to the longest. */
const firstPauseMilliseconds = 1_000;
const longestPauseMilliseconds = 60_000;

/** The parts that a book is made of. */
export interface InstallationBookParts {
  readonly storage: PluginStorage;
  readonly cipher: InstallationCipher;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Which workspaces have installed the app. Kept in the bot's store, encrypted; one change of a workspace at a time. */
export class InstallationBook {
  readonly #parts: InstallationBookParts;
  readonly #installations = new Map<string, Installation>();
  readonly #lines = new ChannelLines();
  readonly #closing = new AbortController();

  constructor(parts: InstallationBookParts) {
    this.#parts = parts;
  }

  get all(): readonly Installation[] {
    return [...this.#installations.values()];
  }

  find(teamId: string): Installation | undefined {
    return this.#installations.get(teamId);
  }

  /**
   * Reads what is kept. What was encrypted with an older key is written with the newest. One that is damaged stays where it
   * is until its workspace installs the app again.
   * @throws ConfigurationError when one was encrypted with a key that is not here. Nothing is changed then.
   * @throws StoreError
   */
  async load(): Promise<void> {
    const { storage, cipher, log } = this.#parts;
    const kept = await storage.entries(prefix);
    const opened = kept.map(([key, value]) => {
      const teamId = key.slice(prefix.length);
      return { teamId, opened: cipher.open(teamId, value) };
    });
    const locked = opened.filter((each) => each.opened.kind === "unknown-key");
    if (locked.length > 0) throw keyIsMissing(locked.map(({ teamId }) => teamId));
    for (const { teamId, opened: each } of opened) {
      const installation = each.kind === "opened" ? parse(each.text) : undefined;
      if (each.kind !== "opened" || installation?.teamId !== teamId) {
        log.error({ teamId }, "The installation of a Slack workspace is damaged. Install the app there again.");
        continue;
      }
      this.#installations.set(teamId, installation);
      if (!each.isNewestKey) void this.#keep(teamId);
    }
  }

  /** A workspace installed the app, or installed it again. Resolves when that is durable. @throws StoreError */
  async put(installation: Installation): Promise<void> {
    const { teamId } = installation;
    await this.#lines.run(teamId, async () => {
      await this.#write(teamId, installation);
      this.#installations.set(teamId, installation);
    });
  }

  /**
   * Puts the next one in the place of one that is still the newest; false, and nothing changes, when another has taken its
   * place, or none. It counts at once; what cannot be written is written later, for the tokens before are worth nothing.
   */
  replace(previous: Installation, next: Installation): boolean {
    if (this.#installations.get(previous.teamId) !== previous) return false;
    this.#installations.set(next.teamId, next);
    void this.#keep(next.teamId);
    return true;
  }

  /** Takes one away that is still the newest; false when another has taken its place. It counts at once. */
  remove(installation: Installation): boolean {
    if (this.#installations.get(installation.teamId) !== installation) return false;
    this.#installations.delete(installation.teamId);
    void this.#keep(installation.teamId);
    return true;
  }

  /** Resolves when everything is written, or was tried for the last time. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#lines.settled();
  }

  /** Resolves when nothing is being written. */
  async settled(): Promise<void> {
    await this.#lines.settled();
  }

  /** Writes how it stands, until it is written or the book is closed. */
  async #keep(teamId: string): Promise<void> {
    const { clock, log } = this.#parts;
    const { signal } = this.#closing;
    await this.#lines.run(teamId, async () => {
      for (let wait = firstPauseMilliseconds; ; wait = Math.min(wait * 2, longestPauseMilliseconds)) {
        const isLast = signal.aborted;
        try {
          return await this.#write(teamId, this.#installations.get(teamId));
        } catch (error) {
          log.error({ err: error, teamId }, isLast ? lost : delayed);
          if (isLast) return;
        }
        await pause(clock, wait, signal);
      }
    });
  }

  async #write(teamId: string, installation: Installation | undefined): Promise<void> {
    const { storage, cipher } = this.#parts;
    if (installation === undefined) return storage.delete(prefix + teamId);
    const { version, key, sealed } = cipher.seal(teamId, JSON.stringify(installation));
    const value: JsonValue = { version, key, sealed };
    await storage.set(prefix + teamId, value);
  }
}

const delayed = "What changed of a Slack workspace's installation could not be written; it is tried again.";
const lost = "What changed of a Slack workspace's installation could not be written. Install the app there again.";

function keyIsMissing(teamIds: readonly string[]): ConfigurationError {
  return new ConfigurationError(
    `The installations of Slack workspaces (${teamIds.slice(0, 5).join(", ")}) were encrypted with another key than the ` +
      "encryption key that is set. Put that key back, beside the new one if it was replaced; nothing was changed.",
  );
}

function parse(text: string): Installation | undefined {
  try {
    return installationSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
