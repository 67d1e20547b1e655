import {
  type ModelProvider,
  type Plugin,
  createAnthropicProvider,
  createOpenAiCompatibleProvider,
  createOpenAiProvider,
  definePlugin,
} from "@keyturn/core";
import type { ProvidersConfiguration } from "../configuration/bot-configuration.ts";
import type { Secret } from "../configuration/secret.ts";

/** The hosted model services that every bot knows; each imports its package when it is first asked. */
export function createModelProviders(providers: ProvidersConfiguration<Secret>): readonly ModelProvider[] {
  const settingsOf = (name: keyof ProvidersConfiguration) => {
    const { apiKey, baseUrl } = providers[name] ?? {};
    return { apiKey: apiKey?.reveal(), baseUrl };
  };
  return [
    createAnthropicProvider(settingsOf("anthropic")),
    createOpenAiProvider(settingsOf("openai")),
    createOpenAiCompatibleProvider(settingsOf("openai-compatible")),
  ];
}

/** Registers them the way anybody's provider is registered. */
export function createModelProvidersPlugin(providers: readonly ModelProvider[]): Plugin {
  return definePlugin({
    name: "model-providers",
    version: "1.0.0",
    setup(context) {
      for (const provider of providers) context.model(provider);
    },
  });
}
