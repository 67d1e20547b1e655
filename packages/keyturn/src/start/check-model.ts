import { ConfigurationError, type ModelProvider } from "@keyturn/core";

/** What can be told of a model before any plugin is set up. */
export interface ModelCheck {
  /** `provider/model`. */
  readonly model: string;
  readonly providers: readonly ModelProvider[];
  /** Whether plugins may bring providers of their own. */
  readonly hasPlugins: boolean;
}

/** The provider that the core brings with it. */
const offlineProvider = "offline";

/**
 * Checks the bot's model before the bot is started: messages that waited would else meet a model that cannot answer.
 * A provider that a plugin brings is not known yet; it is checked once the plugins are set up.
 * @throws ConfigurationError that says what is missing and what to set.
 */
export async function checkModelEarly({ model, providers, hasPlugins }: ModelCheck): Promise<void> {
  const [name = ""] = model.split("/");
  const provider = providers.find((candidate) => candidate.name === name);
  if (provider !== undefined) {
    const state = await provider.describe();
    if (state.kind === "unready") throw new ConfigurationError(`The model ${model} cannot be used. ${state.problem}`);
    return;
  }
  if (name === offlineProvider || hasPlugins) return;
  const known = [offlineProvider, ...providers.map((candidate) => candidate.name)].join(", ");
  throw new ConfigurationError(
    `There is no provider ${name} for the model ${model}. Known providers: ${known}. ` +
      "Set --model or KEYTURN_MODEL to provider/model, such as offline/eliza, which needs no account.",
  );
}
