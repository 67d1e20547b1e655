import { ConfigurationError } from "../../errors.ts";
import type { LanguageModel } from "../language-model.ts";
import type { ModelProvider, ProviderState } from "../model-provider.ts";

/** Makes models of one service. */
export type ModelFactory = (modelId: string) => LanguageModel;

/** A provider whose code comes from a package that is installed by whoever wants it. */
export interface PackagedProvider {
  /** The provider's name. */
  readonly name: string;
  /** What to install, with its major version, such as `@ai-sdk/openai@4`. */
  readonly packageName: string;
  /** What is wrong with the settings, in words; undefined when nothing is. */
  problem(): string | undefined;
  /** See `ModelProvider.acceptsAttachment`. */
  readonly acceptsAttachment?: ModelProvider["acceptsAttachment"];
  /** Imports the package and makes the factory. Called once, only when the settings are right. */
  load(): Promise<ModelFactory>;
}

/** A provider that imports its package when it is first asked. */
export function createPackagedProvider(parts: PackagedProvider): ModelProvider {
  let factory: Promise<ModelFactory> | undefined;
  const load = () => (factory ??= parts.load());

  return {
    name: parts.name,
    ...(parts.acceptsAttachment !== undefined && { acceptsAttachment: parts.acceptsAttachment }),
    describe: async (): Promise<ProviderState> => {
      const problem = parts.problem();
      if (problem !== undefined) return { kind: "unready", problem };
      try {
        await load();
        return { kind: "ready" };
      } catch (error) {
        // An operator may install the package while the bot runs: the next question tries again.
        factory = undefined;
        return { kind: "unready", problem: problemOfPackage(parts, error) };
      }
    },
    createModel: async (modelId) => {
      const problem = parts.problem();
      if (problem !== undefined) throw new ConfigurationError(problem);
      return (await load())(modelId);
    },
  };
}

function problemOfPackage({ name, packageName }: PackagedProvider, error: unknown): string {
  if (isMissing(error)) {
    return `The provider ${name} needs a package that is not installed. Install it: npm install ${packageName}`;
  }
  const kind = error instanceof Error ? error.name : typeof error;
  return `The provider ${name} could not load its package (${kind}). Install it anew: npm install ${packageName}`;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
}
