import type { ModelProvider } from "../model-provider.ts";
import { problemOfKey } from "./credentials.ts";
import { imageTypes, pdfType } from "./file-types.ts";
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

/** The service measures the 5 MB that it takes of an image in its text form, a third larger (Anthropic, "Vision"). */
const maximumImageSize = 3_750_000;

/** The models before Claude 3 read text alone. */
const textModels = /^claude-(2|instant)/;

/** Claude by Anthropic, as `anthropic/<model>`. Needs the package `@ai-sdk/anthropic`. */
export function createAnthropicProvider(options: AnthropicProviderOptions): ModelProvider {
  return createPackagedProvider({
    name: "anthropic",
    packageName: "@ai-sdk/anthropic@4",
    problem: () => problemOfKey("anthropic", options.apiKey, { option: "apiKey", variable: "ANTHROPIC_API_KEY" }),
    acceptsAttachment: ({ mediaType, size }, modelId) =>
      !textModels.test(modelId) && (mediaType === pdfType || (imageTypes.has(mediaType) && size <= maximumImageSize)),
    load: async () => {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      const { apiKey = "", baseUrl = defaultBaseUrl } = options;
      return createAnthropic({ apiKey, baseURL: baseUrl });
    },
  });
}
