import type { Clock } from "../clock.ts";
import { ConfigurationError, InvalidInputError, PluginChangeError, SettingsChangedError } from "../errors.ts";
import { createSettingsVersion } from "../identifiers.ts";
import type { Actor } from "../sessions/actor.ts";
import type { AuditRecorder } from "../sessions/audit-recorder.ts";
import type { EventBus } from "../sessions/events.ts";
import type { Operation } from "../sessions/policy.ts";
import { type BotSettings, type SettingsPatch, botSettingNames } from "./bot-settings.ts";
import { checkBotSettings } from "./check-settings.ts";
import { applyChanges, differences, mergeChanges } from "./merge-settings.ts";

/** Makes changes outlast the process; given by whoever has a place for them. */
export interface SettingsKeeper {
  /**
   * Resolves when everything that was changed so far is durable; called for one change at a time, before it takes force.
   * A rejection refuses the change.
   */
  keep(changes: SettingsPatch): Promise<void>;
}

/** Settings of the host program that are changed together with those of the bot. */
export interface AdjoiningChange {
  /** The names of those that differ, for the audit log and the event. */
  readonly names: readonly string[];
  /** In place of the bot's own keeper: makes both durable. */
  readonly keep: (changes: SettingsPatch) => Promise<void>;
}

/** Who changes settings. */
export interface SettingsDemand {
  readonly actor: Actor;
  /** In the actor's words, for the audit log. */
  readonly reason?: string | undefined;
  /** The version that the actor saw: in any other, nothing is done. */
  readonly expected?: string | undefined;
  /** Looked at when it is this change's turn; undefined for a change of the bot's settings alone. */
  readonly adjoining?: (() => AdjoiningChange) | undefined;
}

/** What a change came to. */
export interface SettingsChange {
  /** The names of what differs now, such as `runner.retries`; empty when all of it was so before. */
  readonly changed: readonly string[];
  readonly settings: BotSettings;
  readonly version: string;
}

/** The parts that live settings are made of. */
export interface LiveSettingsParts {
  /** What the bot was made with. */
  readonly base: BotSettings;
  /** What was changed before, in an earlier process. */
  readonly changes: SettingsPatch;
  readonly keeper: SettingsKeeper | undefined;
  readonly events: EventBus;
  readonly recorder: AuditRecorder;
  readonly clock: Clock;
  /** Asks the policy. @throws NotAuthorizedError */
  readonly authorize: (actor: Actor, operation: Operation, reason: string, target: string) => Promise<void>;
  /** Told of what was changed, with the next change free to come; waited for. Must not throw. */
  readonly afterChange: (changed: readonly string[]) => Promise<void>;
  /** @throws ConfigurationError when a model cannot be used. */
  readonly checkModel: (model: string) => Promise<void>;
}

/**
 * The settings in force. What is asked for is read once, when a message is accepted or a turn begins: a run keeps what
 * it began with. Changes come one after the other, each whole or not at all.
 */
export class LiveSettings {
  readonly #parts: LiveSettingsParts;
  #changes: SettingsPatch;
  #current: BotSettings;
  #version = createSettingsVersion();
  #last: Promise<unknown> = Promise.resolve();

  /** @throws ConfigurationError when a setting is not allowed. */
  constructor(parts: LiveSettingsParts) {
    this.#parts = parts;
    this.#changes = mergeChanges({}, parts.changes);
    this.#current = applyChanges(parts.base, this.#changes);
    checkBotSettings(this.#current);
  }

  /** The settings in force; frozen. */
  get current(): BotSettings {
    return this.#current;
  }

  /** What was changed since the bot was made, or before and kept. */
  get changes(): SettingsPatch {
    return this.#changes;
  }

  /** Another one after every change, and in every process. */
  get version(): string {
    return this.#version;
  }

  /**
   * Changes settings. When it resolves they are kept and in force.
   * @throws NotAuthorizedError when no policy allows it.
   * @throws SettingsChangedError when they are of another version than the actor saw.
   * @throws InvalidInputError when a value is not allowed, or the model cannot be used.
   * @throws StoreError, or whatever the keeper throws, when they could not be kept; nothing was changed.
   */
  async change(patch: SettingsPatch, demand: SettingsDemand): Promise<SettingsChange> {
    return this.changeAs("config.change", () => patch, demand);
  }

  /**
   * As `change`, under another name for the policy and the audit log. For the bot itself.
   * @param patch looked at when it is this change's turn.
   */
  async changeAs(
    operation: Operation,
    patch: () => SettingsPatch,
    demand: SettingsDemand,
    target?: string,
  ): Promise<SettingsChange> {
    const { actor, reason = "" } = demand;
    await this.#parts.authorize(actor, operation, reason, target ?? differencesIn(patch()));
    const running = this.#last.then(() => this.#change(operation, patch, demand, target));
    this.#last = running.catch(() => undefined);
    const change = await running;
    await this.#parts.afterChange(change.changed);
    return change;
  }

  async #change(
    operation: Operation,
    patch: () => SettingsPatch,
    demand: SettingsDemand,
    target: string | undefined,
  ): Promise<SettingsChange> {
    const { actor, reason = "" } = demand;
    let about = target;
    const record = (outcome: "done" | "nothing to do" | "failed") =>
      this.#parts.recorder.record({ actor, operation, sessionId: undefined, target: about, reason, outcome });
    try {
      const asked = patch();
      about ??= differencesIn(asked);
      const change = await this.#takeForce(asked, demand);
      const { changed } = change;
      if (changed.length > 0) about = target ?? changed.join(", ");
      await record(changed.length === 0 ? "nothing to do" : "done");
      return change;
    } catch (error) {
      // Refused before anything was tried: the caller looks again.
      const isRefused = error instanceof SettingsChangedError || error instanceof PluginChangeError;
      await record(isRefused ? "nothing to do" : "failed");
      throw error;
    }
  }

  async #takeForce(patch: SettingsPatch, { actor, expected, adjoining }: SettingsDemand): Promise<SettingsChange> {
    const { base, keeper, events, clock } = this.#parts;
    if (expected !== undefined && expected !== this.#version) throw new SettingsChangedError(this.#version);
    const changes = mergeChanges(this.#changes, checkNames(patch));
    const settings = applyChanges(base, changes);
    await this.#check(settings);
    const { names = [], keep } = adjoining?.() ?? {};
    const changed = [...differences(this.#current, settings), ...names];
    // Kept also where it makes no difference today: it is what somebody asked for.
    const isKept = differences(this.#changes, changes).length === 0 && names.length === 0;
    if (!isKept) await (keep === undefined ? keeper?.keep(changes) : keep(changes));
    this.#changes = changes;
    if (changed.length === 0) return { changed, settings: this.#current, version: this.#version };
    this.#current = settings;
    const version = createSettingsVersion();
    this.#version = version;
    events.emit({ type: "config.change", at: clock.now(), settings: changed, version, actor });
    return { changed, settings, version };
  }

  async #check(settings: BotSettings): Promise<void> {
    try {
      checkBotSettings(settings);
      if (settings.model !== this.#current.model) await this.#parts.checkModel(settings.model);
    } catch (error) {
      if (error instanceof ConfigurationError) throw new InvalidInputError(error.message, { cause: error.cause });
      throw error;
    }
  }
}

/** The names that a patch speaks of. */
function differencesIn(patch: SettingsPatch): string {
  return differences({}, patch).join(", ");
}

/** Callers without types, such as those who pass JSON on, may name anything. */
function checkNames(patch: SettingsPatch): SettingsPatch {
  const unknown = Object.keys(patch).filter((name) => !botSettingNames.some((known) => known === name));
  if (unknown.length === 0) return patch;
  throw new InvalidInputError(`${unknown.join(", ")} cannot be changed while the bot runs.`);
}
