import { APICallError } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { describe, expect, it, vi } from "vitest";
import { ConfigurationError } from "../../errors.ts";
import type { ModelProvider } from "../model-provider.ts";
import { createAnthropicProvider } from "./anthropic-provider.ts";
import { createOpenAiCompatibleProvider } from "./openai-compatible-provider.ts";
import { createOpenAiProvider } from "./openai-provider.ts";
import { type ModelFactory, createPackagedProvider } from "./packaged-provider.ts";

const key = "sk-canary-4711";
const ready = { kind: "ready" };

async function problemOf(provider: ModelProvider): Promise<string> {
  const state = await provider.describe();
  const problem = state.kind === "unready" ? state.problem : "";
  // Whoever asks for a model all the same is told the same.
  await expect(provider.createModel("m")).rejects.toThrow(new ConfigurationError(problem));
  return problem;
}

describe("the providers", () => {
  it.each([
    ["anthropic", createAnthropicProvider, "ANTHROPIC_API_KEY"],
    ["openai", createOpenAiProvider, "OPENAI_API_KEY"],
  ])("%s names what to set when it has no key, and is ready with one", async (name, create, variable) => {
    const problem = `The provider ${name} has no API key. Set ${variable}, or the option apiKey.`;
    expect(await problemOf(create({}))).toBe(problem);
    expect(await problemOf(create({ apiKey: "  " }))).toBe(problem);
    expect(await create({ apiKey: key }).describe()).toEqual(ready);
  });

  it.each([`${key}\n`, `${key} ${key}`, "sk-cänary"])(
    "refuse a key that cannot be one, without repeating it",
    async (apiKey) => {
      const problem = await problemOf(createAnthropicProvider({ apiKey }));
      expect(problem).toContain("Copy it anew");
      expect(problem).not.toContain("sk-");
    },
  );

  it.each([
    [undefined, "has no base URL. Set OPENAI_COMPATIBLE_URL, or the option baseUrl"],
    ["", "has no base URL"],
    ["localhost", "is not an http or https address"],
    ["file:///etc/passwd", "is not an http or https address"],
    [`http://user:${key}@localhost/v1`, "holds a user name or password"],
  ])("say what is wrong with the base URL %j", async (baseUrl, expected) => {
    const problem = await problemOf(createOpenAiCompatibleProvider({ baseUrl }));
    expect(problem).toContain(expected);
    expect(problem).not.toContain("canary");
  });

  it("need no key for a service that speaks OpenAI's protocol", async () => {
    const provider = createOpenAiCompatibleProvider({ name: "ollama", baseUrl: "http://localhost:11434/v1" });
    expect(await provider.describe()).toEqual(ready);
    expect(await provider.createModel("qwen3")).toMatchObject({ modelId: "qwen3", provider: "ollama.chat" });
  });

  /** What the model sends to its service, which answers with an error. */
  async function requestOf(provider: ModelProvider): Promise<{ readonly url: string; readonly body: unknown }> {
    const fetch = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response("{}", { status: 500 }));
    const model = await provider.createModel("gpt-5");
    const call = model.doStream({ prompt: [{ role: "user", content: [{ type: "text", text: "hello" }] }] });
    await expect(call).rejects.toThrow(APICallError);
    const [url, request] = fetch.mock.calls[0] ?? [];
    fetch.mockRestore();
    return {
      url: typeof url === "string" ? url : "",
      body: JSON.parse(typeof request?.body === "string" ? request.body : ""),
    };
  }

  it.each([
    [createAnthropicProvider, "https://api.anthropic.com/v1/messages"],
    [createOpenAiProvider, "https://api.openai.com/v1/responses"],
  ])("call their service, whatever the environment says", async (create, url) => {
    vi.stubEnv("ANTHROPIC_BASE_URL", "http://elsewhere.invalid");
    vi.stubEnv("OPENAI_BASE_URL", "http://elsewhere.invalid");
    const request = await requestOf(create({ apiKey: key }));
    vi.unstubAllEnvs();

    expect(request.url).toBe(url);
  });

  it("ask OpenAI not to keep the conversation, where no delete would reach it", async () => {
    expect((await requestOf(createOpenAiProvider({ apiKey: key }))).body).toMatchObject({ store: false });
  });
});

describe("createPackagedProvider", () => {
  const missing = Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });

  it("says what to install when the package is not there, and tries again when it is asked again", async () => {
    const load = vi.fn<() => Promise<ModelFactory>>(async () => () => new MockLanguageModelV4());
    load.mockRejectedValueOnce(missing);
    const provider = createPackagedProvider({ name: "x", packageName: "@x/sdk@4", problem: () => undefined, load });

    expect(await provider.describe()).toEqual({
      kind: "unready",
      problem: "The provider x needs a package that is not installed. Install it: npm install @x/sdk@4",
    });
    expect(await provider.describe()).toEqual(ready);
  });

  it("does not repeat what a broken package says", async () => {
    const load = () => Promise.reject(new TypeError(`bad ${key}`));
    const provider = createPackagedProvider({ name: "x", packageName: "@x/sdk@4", problem: () => undefined, load });

    expect(await provider.describe()).toEqual({
      kind: "unready",
      problem: "The provider x could not load its package (TypeError). Install it anew: npm install @x/sdk@4",
    });
  });

  it("loads the package once, and not before the settings are right", async () => {
    const load = vi.fn<() => Promise<ModelFactory>>(async () => () => new MockLanguageModelV4());
    let problem: string | undefined = "No key.";
    const provider = createPackagedProvider({ name: "x", packageName: "@x/sdk@4", problem: () => problem, load });
    await provider.describe();
    expect(load).not.toHaveBeenCalled();

    problem = undefined;
    await Promise.all([provider.describe(), provider.createModel("a"), provider.createModel("b")]);
    expect(load).toHaveBeenCalledTimes(1);
  });
});
