import { readSetting, writeSetting } from "./settings.ts";
import { createStore } from "./store.ts";

/** How much stands in a row of the list: two lines, or one. */
export type Density = "comfortable" | "compact";

/** The density of now: as it was chosen before. */
export const density = createStore<Density>(readSetting("density") === "compact" ? "compact" : "comfortable");

/** Height of a row, in pixels, by density. The list sets it for the style sheet too. */
export const rowHeights: Readonly<Record<Density, number>> = { comfortable: 56, compact: 36 };

/** Goes from one to the other. */
export function toggleDensity(): void {
  const chosen = density.get() === "compact" ? "comfortable" : "compact";
  writeSetting("density", chosen);
  density.set(chosen);
}
