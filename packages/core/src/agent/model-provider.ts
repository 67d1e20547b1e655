import type { Attachment } from "../sessions/attachment.ts";
import type { LanguageModel } from "./language-model.ts";

/** Whether a provider has what it needs: a key, an address, its package. */
export type ProviderState =
  | { readonly kind: "ready" }
  /** `problem` is a sentence for the operator: what is missing and what to set. It never holds a key. */
  | { readonly kind: "unready"; readonly problem: string };

/** A model service, as the registry knows it. */
export interface ModelProvider {
  /** The part of a model's name before the first slash: a-z, 0-9 and `-`, beginning with a letter. */
  readonly name: string;
  /** False where its models follow no instructions, and so cannot summarise. @default true */
  readonly canSummarize?: boolean | undefined;
  /** Says whether it could make a model now, without calling the service. Does not reject. */
  describe(): Promise<ProviderState>;
  /**
   * Makes the model of this id, which may contain slashes. Called for every run, only while `describe` says ready.
   * @throws ConfigurationError when it is known that there is no such model.
   */
  createModel(modelId: string): Promise<LanguageModel>;
  /**
   * Whether the model of this id takes such a file as a part of a message. What it does not take, it is told the name,
   * size and type of; short texts are told to every model.
   * @default no
   */
  acceptsAttachment?(attachment: Pick<Attachment, "mediaType" | "size">, modelId: string): boolean;
}
