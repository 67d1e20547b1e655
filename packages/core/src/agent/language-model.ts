import type { LanguageModel as AnyLanguageModel } from "ai";

/** A language model as an object of the AI SDK, of any version of its specification that `ai` 7 takes. */
export type LanguageModel = Exclude<AnyLanguageModel, string>;

/** A language model of the specification that `ai` 7 speaks itself. */
export type NativeLanguageModel = Extract<AnyLanguageModel, { readonly specificationVersion: "v4" }>;

/** What a model is asked. */
export type ModelCall = Parameters<NativeLanguageModel["doStream"]>[0];
/** The messages that a model is asked with. */
export type ModelPrompt = ModelCall["prompt"];
/** One message of a prompt. */
export type PromptMessage = ModelPrompt[number];
/** A tool that a model is offered. */
export type OfferedTool = Extract<NonNullable<ModelCall["tools"]>[number], { readonly type: "function" }>;
/** A streamed answer. */
export type ModelStream = Awaited<ReturnType<NativeLanguageModel["doStream"]>>;
/** One part of a streamed answer. */
export type ModelStreamPart = ModelStream["stream"] extends ReadableStream<infer Part> ? Part : never;
/** An answer in one piece. */
export type ModelAnswer = Awaited<ReturnType<NativeLanguageModel["doGenerate"]>>;
