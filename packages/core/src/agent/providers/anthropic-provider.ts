import type { ModelProvider } from "../model-provider.ts";
import { problemOfKey } from "./credentials.ts";
import { createPackagedProvider } from "./packaged-provider.ts";

/** Settings of the provider `anthropic`. */
export interface AnthropicProviderOptions {
  /** The API key. Without one the provider is not ready. */
  readonly apiKey?: string | undefined;
  /**
   * Where the API is, for a proxy.
   * @default "https://api.anthropic.com/v1"
   */
  readonly baseUrl?: string | undefined;
}

// Given even when it is the default: without it the package reads an environment variable.
const defaultBaseUrl = "https://api.anthropic.com/v1";

/** Claude by Anthropic, as `anthropic/<model>`. Needs the package `@ai-sdk/anthropic`. */
export function createAnthropicProvider(options: AnthropicProviderOptions): ModelProvider {
  return createPackagedProvider({
    name: "anthropic",
    packageName: "@ai-sdk/anthropic@4",
    problem: () => problemOfKey("anthropic", options.apiKey, { option: "apiKey", variable: "ANTHROPIC_API_KEY" }),
    load: async () => {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      const { apiKey = "", baseUrl = defaultBaseUrl } = options;
      return createAnthropic({ apiKey, baseURL: baseUrl });
    },
  });
}
