import type { PluginState } from "@keyturn/core";
import type { WirePlugin } from "../wire/plugin.ts";

/** A plugin for the API. @param isReasonShown whether whoever asks may read why it failed. */
export function presentPlugin(plugin: PluginState, isReasonShown: boolean): WirePlugin {
  const { name, version, state, reason, isRequired, registrations } = plugin;
  return { id: name, version, state, reason: isReasonShown ? (reason ?? null) : null, isRequired, registrations };
}
