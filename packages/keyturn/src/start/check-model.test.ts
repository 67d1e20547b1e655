import { ConfigurationError, type ModelProvider } from "@keyturn/core";
import { expect, it } from "vitest";
import { checkModelEarly } from "./check-model.ts";
import { createModelProviders } from "./model-providers.ts";

const providers: readonly ModelProvider[] = createModelProviders({});

async function refusalOf(model: string, hasPlugins = false): Promise<string> {
  const error: unknown = await checkModelEarly({ model, providers, hasPlugins }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConfigurationError);
  return String(error);
}

it.each([
  ["openai/gpt-5", "OPENAI_API_KEY"],
  ["anthropic/claude-opus-4-1", "ANTHROPIC_API_KEY"],
  ["openai-compatible/llama", "OPENAI_COMPATIBLE_URL"],
])("says what to set for %s", async (model, variable) => {
  const refusal = await refusalOf(model);
  expect(refusal).toContain(`The model ${model} cannot be used.`);
  expect(refusal).toContain(variable);
});

it("knows which providers there are", async () => {
  expect(await refusalOf("opnai/gpt-5")).toContain("Known providers: offline, anthropic, openai, openai-compatible.");
});

it("leaves to the plugins what they may bring", async () => {
  await checkModelEarly({ model: "mine/model", providers, hasPlugins: true });
  await checkModelEarly({ model: "offline/eliza", providers, hasPlugins: false });
});
