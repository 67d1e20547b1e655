import { readSetting, writeSetting } from "../state/settings.ts";
import { createStore, useStore } from "../state/store.ts";
import { en } from "./en.ts";

/** What a language has to say. */
export type Dictionary = typeof en;

/** The languages that the dashboard speaks. */
export type Language = "en" | "de";

const current = createStore<{ readonly language: Language; readonly dictionary: Dictionary }>({
  language: "en",
  dictionary: en,
});

/** What is said, in the language of now. Parts that render use `useWords`. */
export function words(): Dictionary {
  return current.get().dictionary;
}

/** What is said; the component renders again when the language changes. */
export function useWords(): Dictionary {
  return useStore(current).dictionary;
}

/** The language of now, for `Intl`. */
export function useLanguage(): Language {
  return useStore(current).language;
}

/** A language as `Intl` takes it: as it is written where whoever sits here is from, when their browser says so. */
export function localeOf(language: Language): string {
  return navigator.languages.find((tag) => tag.startsWith(language)) ?? language;
}

/** The language that was chosen before, else the first of the browser's that is spoken here. */
export async function startLanguage(): Promise<void> {
  const chosen = readSetting("language") ?? navigator.languages.find((tag) => /^(en|de)\b/.test(tag)) ?? "en";
  await speak(chosen.startsWith("de") ? "de" : "en");
}

/** Speaks another language from now on, and after the next start. */
export async function chooseLanguage(language: Language): Promise<void> {
  writeSetting("language", language);
  await speak(language);
}

async function speak(language: Language): Promise<void> {
  const dictionary = language === "de" ? (await import("./de.ts")).de : en;
  document.documentElement.lang = language;
  current.set({ language, dictionary });
}
