import { useLanguage } from "./words.ts";

/** What the palette says besides, in English. */
const en = {
  pin: "Pin",
  unpin: "Take the pin off",
  mute: "Mute",
  unmute: "Unmute",
  density: "Rows of one line, or of two",
};

/** The same in German. */
const de: typeof en = {
  pin: "Anheften",
  unpin: "Nicht mehr anheften",
  mute: "Stumm schalten",
  unmute: "Nicht mehr stumm",
  density: "Zeilen einzeilig oder zweizeilig",
};

/** What the palette says besides, in the language of now. */
export function usePaletteWords(): typeof en {
  return { en, de }[useLanguage()];
}
