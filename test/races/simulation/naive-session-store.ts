import type { Fence, TurnCommit, WriteOutcome } from "@keyturn/core";
import { DocumentSessionStore } from "../../../packages/core/src/stores/document/document-session-store.ts";
import { createDocument, summarize } from "../../../packages/core/src/stores/document/session-document.ts";
import { commit } from "../../../packages/core/src/stores/document/turn-transitions.ts";
import type { CrashingStorage } from "./crashing-storage.ts";

/** What most bots do: the save is an upsert, and nobody looks whether the conversation is still the same. */
export class NaiveSessionStore extends DocumentSessionStore {
  readonly #storage: CrashingStorage;

  constructor(storage: CrashingStorage) {
    super(storage);
    this.#storage = storage;
  }

  override async commit(fence: Fence, turn: TurnCommit): Promise<WriteOutcome> {
    const previous = await this.#storage.load(fence.sessionId);
    const [adapter = "", account = "", place = ""] = fence.keyText.split("/");
    const document =
      previous ??
      createDocument({
        id: fence.sessionId,
        key: { adapter, account, place },
        epoch: fence.epoch,
        owner: { id: "ana" },
        createdAt: turn.at,
      });
    const saved = commit(document, turn);
    await this.#storage.write({ document: saved, keyText: fence.keyText, previous, segments: [], marks: [] });
    return { kind: "ok", session: summarize(saved) };
  }
}
