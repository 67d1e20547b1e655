import fc from "fast-check";
import { it } from "vitest";
import { StoreModel } from "./session-store-model-state.ts";
import { storeSteps } from "./session-store-model-steps.ts";
import { type OpenedStore, StoreSubject } from "./session-store-subject.ts";

/** Compares the store with a model of plain lists, on random histories of two conversations. */
export function describeModel(
  open: () => Promise<OpenedStore>,
  options: { readonly isDurable: boolean; readonly histories?: number | undefined },
): void {
  it("does on random histories what a model of plain lists does", { timeout: 120_000 }, async () => {
    const histories = fc.commands([...storeSteps(options.isDurable)], { maxCommands: 60, size: "max" });
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const opened = await open();
        try {
          await fc.asyncModelRun(() => ({ model: new StoreModel(), real: new StoreSubject(opened) }), history);
        } finally {
          await opened.close();
        }
      }),
      { numRuns: options.histories ?? 40 },
    );
  });
}
