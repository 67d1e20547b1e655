import { PluginError, describeError } from "../errors.ts";
import type { Logger } from "../log.ts";
import type { Cleanup, ConfiguredPlugin, PluginContext } from "./plugin.ts";
import type { PluginRegistration, PluginState } from "./plugin-state.ts";

/** Takes what is to be undone with a plugin; `registration` says what it registered, where it did. */
export type Own = (cleanup: Cleanup, registration?: PluginRegistration) => void;

/** Makes what a plugin works with. */
export type ContextFactory = (pluginName: string, own: Own) => PluginContext;

/** The parts that hosted plugins share. */
export interface HostedPluginParts {
  readonly createContext: ContextFactory;
  readonly log: Logger;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Longest time that a set-up may take, in milliseconds. */
  readonly setupMilliseconds: number;
}

/** Longest time that one cleanup may take before the next begins, in milliseconds. */
const cleanupTimeoutMilliseconds = 5_000;

/** What one set-up registered. */
interface Setup {
  isOpen: boolean;
  /** In the order of registration; undone from the end. */
  readonly cleanups: { readonly cleanup: Cleanup; readonly registration: PluginRegistration | undefined }[];
}

/** One plugin of a bot: set up and undone, as often as it is turned on and off. */
export class HostedPlugin {
  readonly #configured: ConfiguredPlugin;
  readonly #parts: HostedPluginParts;
  #setup: Setup = { isOpen: false, cleanups: [] };
  #state: PluginState["state"] = "disabled";
  #reason: string | undefined;
  /** Ends the wait for its set-up. */
  #waiting: AbortController | undefined;

  constructor(configured: ConfiguredPlugin, parts: HostedPluginParts) {
    this.#configured = configured;
    this.#parts = parts;
  }

  get name(): string {
    return this.#configured.plugin.name;
  }

  get isRequired(): boolean {
    return this.#configured.isRequired === true;
  }

  get state(): PluginState {
    const { name, version } = this.#configured.plugin;
    const registrations = this.#setup.cleanups.flatMap(({ registration }) => registration ?? []);
    return {
      name,
      version,
      state: this.#state,
      reason: this.#reason,
      isRequired: this.isRequired,
      registrations,
    };
  }

  /** Sets it up. When that fails it is told in `state`, and what it had registered is undone. */
  async start(): Promise<void> {
    const { plugin, configuration } = this.#configured;
    const setup: Setup = { isOpen: true, cleanups: [] };
    this.#setup = setup;
    const own: Own = (cleanup, registration) => {
      if (setup.isOpen) {
        setup.cleanups.push({ cleanup, registration });
        return;
      }
      // A registration that comes after the end would never be undone, so it is undone at once.
      void this.#undoOne(cleanup);
      throw new PluginError(`The plugin "${this.name}" has stopped.`);
    };
    try {
      await this.#inTime(plugin.start(this.#parts.createContext(this.name, own), configuration));
      this.#state = "running";
      this.#reason = undefined;
    } catch (error) {
      await this.fail(error);
    }
  }

  /** Waits no longer for a set-up that is under way: the bot stops. */
  giveUp(): void {
    this.#waiting?.abort();
  }

  /**
   * A set-up that hangs would keep every other plugin from being turned on or off. It goes on behind this, and what it
   * registers then is undone at once.
   */
  async #inTime(work: Promise<void>): Promise<void> {
    const { pause, setupMilliseconds } = this.#parts;
    const waiting = new AbortController();
    this.#waiting = waiting;
    try {
      const isLate = pause(setupMilliseconds, waiting.signal).then(() => "late" as const);
      if ((await Promise.race([work, isLate])) !== "late") return;
      const end = waiting.signal.aborted ? "when the bot stopped" : `within ${setupMilliseconds / 1_000} s`;
      throw new PluginError(`The plugin "${this.name}" was not set up ${end}.`);
    } finally {
      waiting.abort();
    }
  }

  /** Undoes whatever it has registered; it is not tried again by itself. */
  async fail(error: unknown): Promise<void> {
    await this.#undo();
    this.#state = "failed";
    this.#reason = describeError(error);
    const message = `The plugin "${this.name}" could not be set up; the bot runs without it.`;
    this.#parts.log.error({ plugin: this.name, err: error }, message);
  }

  /** Undoes what it registered, the newest first. */
  async stop(state: "stopped" | "disabled"): Promise<void> {
    await this.#undo();
    if (state === "stopped" && this.#state !== "running") return;
    this.#state = state;
    this.#reason = undefined;
  }

  /** Newest first, each awaited; one that fails or hangs does not keep the others from being undone. */
  async #undo(): Promise<void> {
    const { cleanups } = this.#setup;
    this.#setup.isOpen = false;
    for (let entry = cleanups.pop(); entry !== undefined; entry = cleanups.pop()) await this.#undoOne(entry.cleanup);
  }

  async #undoOne(cleanup: Cleanup): Promise<void> {
    const { log, pause } = this.#parts;
    const { name } = this;
    const patience = new AbortController();
    try {
      const isLate = pause(cleanupTimeoutMilliseconds, patience.signal).then(() => "late" as const);
      const outcome = await Promise.race([Promise.resolve(cleanup()), isLate]);
      if (outcome === "late") log.warn({ plugin: name }, `A cleanup of the plugin "${name}" takes too long.`);
    } catch (error) {
      log.error({ plugin: name, err: error }, `A cleanup of the plugin "${name}" failed.`);
    } finally {
      patience.abort();
    }
  }
}
