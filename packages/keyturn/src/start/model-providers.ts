import {
  type Plugin,
  createAnthropicProvider,
  createOpenAiCompatibleProvider,
  createOpenAiProvider,
  definePlugin,
} from "@keyturn/core";
import type { ProvidersConfiguration } from "../configuration/bot-configuration.ts";
import type { Secret } from "../configuration/secret.ts";

/**
 * Registers the hosted model services that every bot knows, the way anybody's provider is registered. Each imports its
 * package when it is first asked.
 */
export function createModelProvidersPlugin(providers: ProvidersConfiguration<Secret>): Plugin {
  const settingsOf = (name: keyof ProvidersConfiguration) => {
    const { apiKey, baseUrl } = providers[name] ?? {};
    return { apiKey: apiKey?.reveal(), baseUrl };
  };
  return definePlugin({
    name: "model-providers",
    version: "1.0.0",
    setup(context) {
      context.model(createAnthropicProvider(settingsOf("anthropic")));
      context.model(createOpenAiProvider(settingsOf("openai")));
      context.model(createOpenAiCompatibleProvider(settingsOf("openai-compatible")));
    },
  });
}
