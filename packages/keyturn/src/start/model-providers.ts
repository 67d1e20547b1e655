import {
  type ConfiguredPlugin,
  type ModelProvider,
  createAnthropicProvider,
  createOpenAiCompatibleProvider,
  createOpenAiProvider,
  definePlugin,
} from "@keyturn/core";
import type { ModelServiceConfiguration, ProvidersConfiguration } from "../configuration/bot-configuration.ts";
import type { Secret } from "../configuration/secret.ts";

/** What a provider is made with. */
interface ProviderSettings {
  readonly apiKey: string | undefined;
  readonly baseUrl: string | undefined;
}

/**
 * Registers the hosted model services that every bot knows, the way anybody's provider is registered. Each imports its
 * package when it is first asked.
 * @param current the settings as they are now: a key may be replaced while the bot runs.
 */
export function createModelProvidersPlugin(current: () => ProvidersConfiguration<Secret>): ConfiguredPlugin {
  const plugin = definePlugin({
    name: "model-providers",
    version: "1.0.0",
    setup(context) {
      context.model(following(createAnthropicProvider, () => current().anthropic));
      context.model(following(createOpenAiProvider, () => current().openai));
      context.model(following(createOpenAiCompatibleProvider, () => current()["openai-compatible"]));
    },
  });
  return { plugin, isRequired: true };
}

/** A provider that is made anew when its settings have changed; what a run was given stays as it is. */
function following(
  create: (settings: ProviderSettings) => ModelProvider,
  current: () => ModelServiceConfiguration<Secret> | undefined,
): ModelProvider {
  const settings = (): ProviderSettings => ({ apiKey: current()?.apiKey?.reveal(), baseUrl: current()?.baseUrl });
  const first = settings();
  let made = { settings: first, provider: create(first) };
  const provider = () => {
    const now = settings();
    if (now.apiKey !== made.settings.apiKey || now.baseUrl !== made.settings.baseUrl) {
      made = { settings: now, provider: create(now) };
    }
    return made.provider;
  };
  return {
    name: made.provider.name,
    describe: () => provider().describe(),
    createModel: (modelId) => provider().createModel(modelId),
  };
}
