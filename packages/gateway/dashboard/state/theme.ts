import { readSetting, writeSetting } from "./settings.ts";
import { createStore } from "./store.ts";

/** How the page looks: as the system says, or as it was chosen. */
export type Theme = "system" | "light" | "dark";

/** The theme of now. */
export const theme = createStore<Theme>("system");

/** Takes up the theme that was chosen before. */
export function startTheme(): void {
  const chosen = readSetting("theme");
  show(chosen === "light" || chosen === "dark" ? chosen : "system");
}

/** Looks otherwise from now on. */
export function chooseTheme(chosen: Theme): void {
  writeSetting("theme", chosen);
  show(chosen);
}

function show(chosen: Theme): void {
  if (chosen === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = chosen;
  theme.set(chosen);
}
