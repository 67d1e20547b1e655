import type { ModelProvider } from "../model-provider.ts";
import { problemOfKey, problemOfUrl } from "./credentials.ts";
import { createPackagedProvider } from "./packaged-provider.ts";

/** Settings of a service that speaks OpenAI's chat protocol: Ollama, llama.cpp, vLLM and many more. */
export interface OpenAiCompatibleProviderOptions {
  /**
   * The provider's name, so that several such services can be used.
   * @default "openai-compatible"
   */
  readonly name?: string | undefined;
  /**
   * The address under which `/chat/completions` is, such as `http://localhost:11434/v1`. Without it the provider is not
   * ready.
   */
  readonly baseUrl?: string | undefined;
  /** The API key, where the service wants one. */
  readonly apiKey?: string | undefined;
}

const defaultName = "openai-compatible";
const keyPlace = { option: "apiKey", variable: "OPENAI_COMPATIBLE_API_KEY" };
const urlPlace = { option: "baseUrl", variable: "OPENAI_COMPATIBLE_URL" };

/**
 * A service that speaks OpenAI's chat protocol, as `openai-compatible/<model>` or by the name that it is given. Needs the
 * package `@ai-sdk/openai-compatible`.
 */
export function createOpenAiCompatibleProvider(options: OpenAiCompatibleProviderOptions): ModelProvider {
  const { name = defaultName, baseUrl, apiKey } = options;
  return createPackagedProvider({
    name,
    packageName: "@ai-sdk/openai-compatible@3",
    problem: () =>
      problemOfUrl(name, baseUrl, urlPlace) ??
      (apiKey === undefined ? undefined : problemOfKey(name, apiKey, keyPlace)),
    load: async () => {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      return createOpenAICompatible({
        name,
        baseURL: baseUrl ?? "",
        // Without it a streamed answer does not say how many tokens it took.
        includeUsage: true,
        ...(apiKey !== undefined && { apiKey }),
      });
    },
  });
}
