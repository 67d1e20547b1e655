import { PluginError, describeError } from "../errors.ts";
import type { Logger } from "../log.ts";
import type { Cleanup, ConfiguredPlugin, PluginContext } from "./plugin.ts";

/** How a plugin stands. */
export interface PluginState {
  readonly name: string;
  readonly version: string;
  readonly state: "running" | "failed" | "stopped";
  /** Why it failed. */
  readonly reason: string | undefined;
}

/** What a plugin registered, with the function that collects what is to be undone. */
export type ContextFactory = (pluginName: string, own: (cleanup: Cleanup) => void) => PluginContext;

interface HostedPlugin {
  state: PluginState;
  isOpen: boolean;
  /** In the order of registration; undone from the end. */
  readonly cleanups: Cleanup[];
}

/** Longest time that one cleanup may take before the next begins, in milliseconds. */
const cleanupTimeoutMilliseconds = 5_000;

/** Sets plugins up one after the other and undoes them in the opposite order. One that fails leaves nothing behind. */
export class PluginHost {
  readonly #plugins: HostedPlugin[] = [];
  readonly #createContext: ContextFactory;
  readonly #log: Logger;
  readonly #pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;

  constructor(
    createContext: ContextFactory,
    log: Logger,
    pause: (milliseconds: number, signal: AbortSignal) => Promise<void>,
  ) {
    this.#createContext = createContext;
    this.#log = log;
    this.#pause = pause;
  }

  get states(): readonly PluginState[] {
    return this.#plugins.map((hosted) => hosted.state);
  }

  /** Sets a plugin up. When that fails it is told in `states`, what it had registered is undone, and others go on. */
  async start({ plugin, configuration }: ConfiguredPlugin): Promise<PluginState> {
    const { name, version } = plugin;
    const cleanups: Cleanup[] = [];
    const state: PluginState = { name, version, state: "running", reason: undefined };
    const hosted: HostedPlugin = { state, cleanups, isOpen: true };
    const own = (cleanup: Cleanup): void => {
      // A registration that comes after the end would never be undone.
      if (!hosted.isOpen) throw new PluginError(`The plugin "${name}" has stopped.`);
      cleanups.push(cleanup);
    };
    try {
      if (this.states.some((other) => other.name === name && other.state === "running")) {
        throw new PluginError(`There is a plugin named "${name}" already.`);
      }
      await plugin.start(this.#createContext(name, own), configuration);
    } catch (error) {
      await this.#undo(hosted);
      hosted.state = { name, version, state: "failed", reason: describeError(error) };
      this.#log.error(
        { plugin: name, err: error },
        `The plugin "${name}" could not be set up; the bot runs without it.`,
      );
    }
    this.#plugins.push(hosted);
    return hosted.state;
  }

  /** Stops every plugin, the newest first. */
  async stop(): Promise<void> {
    for (const hosted of this.#plugins.toReversed()) {
      await this.#undo(hosted);
      if (hosted.state.state === "running") hosted.state = { ...hosted.state, state: "stopped" };
    }
  }

  /** Newest first, each awaited; one that fails or hangs does not keep the others from being undone. */
  async #undo(hosted: HostedPlugin): Promise<void> {
    const { cleanups } = hosted;
    const { name } = hosted.state;
    hosted.isOpen = false;
    for (let cleanup = cleanups.pop(); cleanup !== undefined; cleanup = cleanups.pop()) {
      const patience = new AbortController();
      try {
        const isLate = this.#pause(cleanupTimeoutMilliseconds, patience.signal).then(() => "late" as const);
        const outcome = await Promise.race([Promise.resolve(cleanup()), isLate]);
        if (outcome === "late") this.#log.warn({ plugin: name }, `A cleanup of the plugin "${name}" takes too long.`);
      } catch (error) {
        this.#log.error({ plugin: name, err: error }, `A cleanup of the plugin "${name}" failed.`);
      } finally {
        patience.abort();
      }
    }
  }
}
