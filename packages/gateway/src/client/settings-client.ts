import {
  type WireConfiguration,
  type WireConfigurationChange,
  type WireConfigurationPatch,
  type WireJsonSchema,
  configurationChangeSchema,
  configurationSchema,
  jsonSchemaSchema,
} from "../wire/configuration.ts";
import {
  type WirePlugin,
  type WirePluginChange,
  type WirePluginList,
  pluginListSchema,
  pluginSchema,
} from "../wire/plugin.ts";
import type { AccessCallOptions } from "./access-client.ts";
import type { Transport } from "./transport.ts";

/** What may be said with a change of settings. */
export interface SettingsCallOptions extends AccessCallOptions {
  /**
   * The settings that the caller saw: fails with `SETTINGS_CHANGED` when they have been changed since.
   * Default: whatever they are.
   */
  readonly seen?: Pick<WireConfiguration, "version"> | undefined;
}

/** Settings and plugins. Every call throws `GatewayError` when it fails. */
export class SettingsClient {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The settings in force, without secrets; for admins. */
  read({ signal }: AccessCallOptions = {}): Promise<WireConfiguration> {
    return this.#transport.call(configurationSchema, { path: "/config", signal });
  }

  /** Which settings there are, as JSON Schema; for admins. */
  schema({ signal }: AccessCallOptions = {}): Promise<WireJsonSchema> {
    return this.#transport.call(jsonSchemaSchema, { path: "/config/schema", signal });
  }

  /** Changes settings, all that are named or none; for admins. */
  change(patch: WireConfigurationPatch, { seen, signal }: SettingsCallOptions = {}): Promise<WireConfigurationChange> {
    const headers = ifMatch(seen);
    return this.#transport.call(configurationChangeSchema, {
      method: "PATCH",
      path: "/config",
      body: patch,
      headers,
      signal,
    });
  }

  /** The plugins, and how they stand. */
  plugins({ signal }: AccessCallOptions = {}): Promise<WirePluginList> {
    return this.#transport.call(pluginListSchema, { path: "/plugins", signal });
  }

  /** Turns a plugin on or off; for admins. */
  changePlugin(id: string, change: WirePluginChange, { seen, signal }: SettingsCallOptions = {}): Promise<WirePlugin> {
    return this.#transport.call(pluginSchema, {
      method: "PATCH",
      path: `/plugins/${encodeURIComponent(id)}`,
      body: change,
      headers: ifMatch(seen),
      signal,
    });
  }
}

function ifMatch(seen: SettingsCallOptions["seen"]): Readonly<Record<string, string>> {
  return { "If-Match": seen === undefined ? "*" : `"${seen.version}"` };
}
