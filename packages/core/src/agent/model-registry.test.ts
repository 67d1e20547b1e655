import { MockLanguageModelV4 } from "ai/test";
import { describe, expect, it } from "vitest";
import { ConfigurationError } from "../errors.ts";
import type { ModelProvider } from "./model-provider.ts";
import { ModelRegistry } from "./model-registry.ts";

const model = new MockLanguageModelV4();

function provider(name: string, change: Partial<ModelProvider> = {}): ModelProvider {
  return { name, describe: async () => ({ kind: "ready" }), createModel: async () => model, ...change };
}

describe("ModelRegistry", () => {
  it("finds a model by provider/model, the model's part with slashes in it", async () => {
    const models = new ModelRegistry();
    const asked: string[] = [];
    models.register(
      provider("local", {
        createModel: async (modelId) => {
          asked.push(modelId);
          return model;
        },
      }),
    );

    expect(await models.resolve("local/meta/llama:8b")).toBe(model);
    expect(asked).toEqual(["meta/llama:8b"]);
  });

  it("lists the known providers when one is unknown", async () => {
    const models = new ModelRegistry();
    models.register(provider("offline"));
    models.register(provider("local"));
    await expect(models.resolve("nowhere/x")).rejects.toThrow(
      new ConfigurationError("There is no provider nowhere for the model nowhere/x. Known providers: local, offline."),
    );
  });

  it.each(["", "eliza", "offline/", "/eliza", "Offline/eliza", "offline/a b", "offline/x\n"])(
    "says how to write a model's name when it is %j",
    async (name) => {
      await expect(new ModelRegistry().resolve(name)).rejects.toThrow("write provider/model, such as offline/eliza.");
    },
  );

  it("takes a provider away again, and only that one", async () => {
    const models = new ModelRegistry();
    const undo = models.register(provider("local"));
    undo();
    models.register(provider("local"));
    undo();

    expect(models.providerNames).toEqual(["local"]);
  });

  it("refuses a name that is taken or malformed", () => {
    const models = new ModelRegistry();
    models.register(provider("local"));
    expect(() => models.register(provider("local"))).toThrow("There is a provider named local already.");
    expect(() => models.register(provider("Local AI"))).toThrow('The provider name "Local AI" is not allowed');
  });

  it("says what is missing before it is needed, and does not make the model then", async () => {
    const models = new ModelRegistry();
    models.register(provider("local", { describe: async () => ({ kind: "unready", problem: "No address. Set it." }) }));

    expect(await models.describe("local/x")).toEqual({ kind: "unready", problem: "No address. Set it." });
    expect(await models.describe("other/x")).toMatchObject({
      kind: "unready",
      problem: expect.stringContaining("Known"),
    });
    await expect(models.resolve("local/x")).rejects.toThrow(new ConfigurationError("No address. Set it."));
  });

  it("does not repeat what a provider says when it fails, since that may be its key", async () => {
    const models = new ModelRegistry();
    models.register(provider("local", { createModel: () => Promise.reject(new TypeError("bad key sk-canary")) }));

    const error: unknown = await models.resolve("local/x").catch((reason: unknown) => reason);
    expect(error).toMatchObject({ message: "The provider local could not make the model local/x (TypeError)." });
    expect(error).not.toHaveProperty("cause");
  });
});
