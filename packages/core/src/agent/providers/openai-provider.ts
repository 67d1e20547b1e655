import { defaultSettingsMiddleware, wrapLanguageModel } from "ai";
import type { ModelProvider } from "../model-provider.ts";
import { problemOfKey } from "./credentials.ts";
import { imageTypes, pdfType } from "./file-types.ts";
import { createPackagedProvider } from "./packaged-provider.ts";

/** Settings of the provider `openai`. */
export interface OpenAiProviderOptions {
  /** The API key. Without one the provider is not ready. */
  readonly apiKey?: string | undefined;
  /**
   * Where the API is, for a proxy.
   * @default "https://api.openai.com/v1"
   */
  readonly baseUrl?: string | undefined;
}

// Given even when it is the default: without it the package reads an environment variable.
const defaultBaseUrl = "https://api.openai.com/v1";

/**
 * The service keeps what its Responses API is sent for 30 days unless told not to (OpenAI, "Conversation state"): a copy that
 * deleting a session would not reach.
 */
const withoutStoredCopy = defaultSettingsMiddleware({ settings: { providerOptions: { openai: { store: false } } } });

/** Models that read text alone (OpenAI, "Models"). */
const textModels = /^(gpt-3\.5|gpt-4(-0|-1106|$)|o1-mini|o1-preview|o3-mini|gpt-oss)/;

/** The models of OpenAI, as `openai/<model>`. Needs the package `@ai-sdk/openai`. */
export function createOpenAiProvider(options: OpenAiProviderOptions): ModelProvider {
  return createPackagedProvider({
    name: "openai",
    packageName: "@ai-sdk/openai@4",
    problem: () => problemOfKey("openai", options.apiKey, { option: "apiKey", variable: "OPENAI_API_KEY" }),
    acceptsAttachment: ({ mediaType }, modelId) =>
      !textModels.test(modelId) && (mediaType === pdfType || imageTypes.has(mediaType)),
    load: async () => {
      const { createOpenAI } = await import("@ai-sdk/openai");
      const { apiKey = "", baseUrl = defaultBaseUrl } = options;
      const openai = createOpenAI({ apiKey, baseURL: baseUrl });
      return (modelId) => wrapLanguageModel({ model: openai(modelId), middleware: withoutStoredCopy });
    },
  });
}
