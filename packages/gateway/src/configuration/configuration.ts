import type { Actor } from "@keyturn/core";

/** Where the value of a setting comes from: the first of these that has it, but for `live`, which stands before `file`. */
export type SettingSourceKind = "option" | "environment" | "live" | "file" | "default";

/** Where the value of one setting comes from. */
export interface SettingSource {
  readonly kind: SettingSourceKind;
  /** How people know it, such as `KEYTURN_PORT`; null where the kind says all. */
  readonly name: string | null;
}

/** The settings in force. No secret is in it. */
export interface ConfigurationReport {
  /** Nested, as in a configuration file; `{ "set": true | false }` stands for a secret, a name for a plugin. */
  readonly values: object;
  /** By the setting's path, such as `runner.retries`. */
  readonly sources: Readonly<Record<string, SettingSource>>;
  /** Another one after every change. */
  readonly version: string;
}

/** What a change came to. */
export interface ChangedConfiguration extends ConfigurationReport {
  /** The paths of what differs now; empty when all of it was so before. */
  readonly changed: readonly string[];
}

/** Who changes the configuration. */
export interface ConfigurationDemand {
  readonly actor: Actor;
  /** The version that the actor saw; undefined for whichever there is. */
  readonly expected: string | undefined;
}

/** The configuration of the program around the gateway. */
export interface Configuration {
  read(): ConfigurationReport;
  /** As JSON Schema (2020-12) of `values`, with descriptions; see `withChangeKinds` for what else it says. */
  schema(): object;
  /**
   * Changes settings, all or none: a JSON merge patch of `values`, where null takes a change back. When it resolves they
   * are in force.
   * @throws ConfigurationRefusedError when something in the patch is not right, or cannot be changed while the bot runs.
   * @throws SettingsChangedError, NotAuthorizedError, InvalidInputError, StoreError as the bot's own settings do.
   */
  change(patch: object, demand: ConfigurationDemand): Promise<ChangedConfiguration>;
}

/** What is wrong with one setting of a patch. */
export interface RefusedSetting {
  /** Its path, such as `runner.retries`. */
  readonly setting: string;
  /** What was wrong and what to do; holds no value of a secret. */
  readonly detail: string;
}

/** A patch was refused whole; nothing was changed. */
export class ConfigurationRefusedError extends Error {
  /** `invalid`: names or values are not right. `fixed`: they are, but cannot be changed while the bot runs. */
  readonly kind: "invalid" | "fixed";
  readonly settings: readonly RefusedSetting[];

  constructor(kind: "invalid" | "fixed", settings: readonly RefusedSetting[]) {
    super(settings.map(({ setting, detail }) => `${setting} ${detail}`).join("; "));
    this.name = "ConfigurationRefusedError";
    this.kind = kind;
    this.settings = settings;
  }
}
