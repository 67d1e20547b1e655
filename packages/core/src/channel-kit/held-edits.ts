import type { RunId } from "../identifiers.ts";
import type { EditOutcome } from "../sessions/message-amendments.ts";

/** What an edit came to, as far as it matters here. */
type Outcome =
  | { readonly kind: "running"; readonly runId: RunId }
  | { readonly kind: Exclude<EditOutcome["kind"], "running"> };

/**
 * Edits of messages that a run has. The run goes on with what it was asked, and its answer can be written anew by its
 * button; the words are written down when it is over.
 */
export class HeldEdits {
  readonly #held = new Map<string, () => Promise<void>>();

  /** Makes the edit now, and once more when the run that has the message is over. @throws what the edit throws. */
  async make(edit: () => Promise<Outcome>): Promise<void> {
    const outcome = await edit();
    if (outcome.kind === "running") this.#held.set(outcome.runId, async () => void (await edit()));
  }

  /** The run is over. @throws what the edit throws. */
  async finish(runId: string): Promise<void> {
    const edit = this.#held.get(runId);
    this.#held.delete(runId);
    await edit?.();
  }
}
