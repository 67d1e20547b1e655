import { PluginChangeError, PluginError } from "../errors.ts";
import { HostedPlugin, type HostedPluginParts } from "./hosted-plugin.ts";
import type { ConfiguredPlugin } from "./plugin.ts";
import type { PluginState } from "./plugin-state.ts";

/** The parts that a plugin host is made of. */
export interface PluginHostParts extends HostedPluginParts {
  /** The names of the plugins that are to be off; asked whenever that may have changed. */
  readonly disabled: () => readonly string[];
  /** Told of a plugin that was turned on or off, or could not be. Must not throw. */
  readonly onChange: (state: PluginState) => void;
}

/**
 * Sets plugins up one after the other and undoes them in the opposite order. One that fails leaves nothing behind. While
 * the bot runs, plugins are turned on and off, one after the other.
 */
export class PluginHost {
  readonly #plugins: HostedPlugin[] = [];
  readonly #parts: PluginHostParts;
  readonly #changing = new Set<string>();
  #last: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(parts: PluginHostParts) {
    this.#parts = parts;
  }

  get states(): readonly PluginState[] {
    return this.#plugins.map((hosted) => hosted.state);
  }

  /**
   * Sets a plugin up, unless it is to be off. When that fails it is told in `states`, what it had registered is undone,
   * and others go on.
   */
  start(configured: ConfiguredPlugin): Promise<void> {
    return this.#alone(async () => {
      const hosted = new HostedPlugin(configured, this.#parts);
      const isTaken = this.#find(hosted.name) !== undefined;
      this.#plugins.push(hosted);
      if (isTaken) return hosted.fail(new PluginError(`There is a plugin named "${hosted.name}" already.`));
      if (!this.#isStopped && !this.#isToBeOff(hosted)) await hosted.start();
    });
  }

  /**
   * Sees whether a plugin can be turned on or off now.
   * @throws PluginChangeError
   */
  checkChange(name: string, isEnabled: boolean): void {
    const hosted = this.#find(name);
    if (hosted === undefined) throw new PluginChangeError("PLUGIN_NOT_FOUND", name);
    if (this.#changing.has(name)) throw new PluginChangeError("PLUGIN_CHANGING", name);
    if (!isEnabled && hosted.isRequired) throw new PluginChangeError("PLUGIN_REQUIRED", name);
  }

  /** Turns on and off what is not as it is to be; the last in order first, as at a stop. Resolves when that has ended. */
  apply(): Promise<void> {
    const toChange = this.#firstOfName().filter((hosted) => this.#isToBeOff(hosted) !== isOff(hosted));
    for (const { name } of toChange) this.#changing.add(name);
    return this.#alone(async () => {
      try {
        for (const hosted of this.#firstOfName().toReversed()) {
          if (!this.#isStopped && this.#isToBeOff(hosted) && !isOff(hosted)) {
            await hosted.stop("disabled");
            this.#parts.onChange(hosted.state);
          }
        }
        for (const hosted of this.#firstOfName()) {
          if (!this.#isStopped && !this.#isToBeOff(hosted) && isOff(hosted)) {
            await hosted.start();
            this.#parts.onChange(hosted.state);
          }
        }
      } finally {
        for (const { name } of toChange) this.#changing.delete(name);
      }
    });
  }

  /** Stops every plugin, the newest first. */
  stop(): Promise<void> {
    for (const hosted of this.#plugins) hosted.giveUp();
    return this.#alone(async () => {
      this.#isStopped = true;
      for (const hosted of this.#plugins.toReversed()) await hosted.stop("stopped");
    });
  }

  #isToBeOff(hosted: HostedPlugin): boolean {
    return !hosted.isRequired && this.#parts.disabled().includes(hosted.name);
  }

  #find(name: string): HostedPlugin | undefined {
    return this.#plugins.find((hosted) => hosted.name === name);
  }

  /** A second plugin of a name never runs: it failed for that. */
  #firstOfName(): readonly HostedPlugin[] {
    return this.#plugins.filter((hosted) => this.#find(hosted.name) === hosted);
  }

  #alone(section: () => Promise<void>): Promise<void> {
    const result = this.#last.then(section);
    this.#last = result.catch(() => undefined);
    return result;
  }
}

function isOff(hosted: HostedPlugin): boolean {
  return hosted.state.state === "disabled";
}
