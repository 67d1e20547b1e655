import { ConfigurationError, KeyturnError } from "../errors.ts";
import type { Attachment } from "../sessions/attachment.ts";
import type { LanguageModel } from "./language-model.ts";
import type { ModelProvider, ProviderState } from "./model-provider.ts";

const providerName = /^[a-z][a-z0-9-]*$/;
const modelName = /^(?<provider>[a-z][a-z0-9-]*)\/(?<modelId>\S{1,200})$/;

/** The model services that a bot can use, by name. */
export class ModelRegistry {
  readonly #providers = new Map<string, ModelProvider>();

  /** The names of the registered providers, sorted. */
  get providerNames(): readonly string[] {
    return [...this.#providers.keys()].toSorted();
  }

  /**
   * Adds a provider; the returned function takes it away again.
   * @throws ConfigurationError when the name is malformed or taken.
   */
  register(provider: ModelProvider): () => void {
    const { name } = provider;
    if (!providerName.test(name)) {
      throw new ConfigurationError(
        `The provider name ${JSON.stringify(name)} is not allowed: use a-z, 0-9 and "-", beginning with a letter.`,
      );
    }
    if (this.#providers.has(name)) {
      throw new ConfigurationError(
        `There is a provider named ${name} already. Register the second under another name.`,
      );
    }
    this.#providers.set(name, provider);
    return () => {
      if (this.#providers.get(name) === provider) this.#providers.delete(name);
    };
  }

  /** Whether the model `provider/model` could be used now, without calling its service: what a start checks. */
  async describe(name: string): Promise<ProviderState> {
    try {
      return await this.#find(name).provider.describe();
    } catch (error) {
      if (error instanceof ConfigurationError) return { kind: "unready", problem: error.message };
      throw error;
    }
  }

  /** Whether the model `provider/model` follows instructions; false when there is none. */
  canSummarize(name: string): boolean {
    const provider = this.#providers.get(name.split("/")[0] ?? "");
    return provider !== undefined && provider.canSummarize !== false;
  }

  /**
   * The model `provider/model`; the model's part may contain slashes.
   * @throws ConfigurationError when the name is malformed, the provider unknown or not ready, or the model unknown to it.
   */
  async resolve(name: string): Promise<LanguageModel> {
    const { provider, modelId } = this.#find(name);
    const state = await provider.describe();
    if (state.kind === "unready") throw new ConfigurationError(state.problem);
    try {
      return await provider.createModel(modelId);
    } catch (error) {
      if (error instanceof KeyturnError) throw error;
      // Neither its text nor the error itself goes on: a provider that fails here fails over its settings, keys included.
      throw new ConfigurationError(
        `The provider ${provider.name} could not make the model ${name} (${nameOf(error)}).`,
      );
    }
  }

  /** Whether the model `provider/model` takes such a file; false when there is no such provider. */
  accepts(name: string, attachment: Attachment): boolean {
    const { provider: wanted = "", modelId = "" } = modelName.exec(name)?.groups ?? {};
    return this.#providers.get(wanted)?.acceptsAttachment?.(attachment, modelId) === true;
  }

  #find(name: string): { readonly provider: ModelProvider; readonly modelId: string } {
    const { provider: wanted, modelId } = modelName.exec(name)?.groups ?? {};
    if (wanted === undefined || modelId === undefined) {
      throw new ConfigurationError(
        `${JSON.stringify(name)} is not the name of a model: write provider/model, such as offline/eliza.`,
      );
    }
    const provider = this.#providers.get(wanted);
    if (provider === undefined) {
      const known = this.providerNames.join(", ") || "none";
      throw new ConfigurationError(`There is no provider ${wanted} for the model ${name}. Known providers: ${known}.`);
    }
    return { provider, modelId };
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
