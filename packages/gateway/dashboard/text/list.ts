import { useLanguage } from "./words.ts";

/** What the list says besides, in English. */
const en = {
  unread: "new since you looked",
  resetBy: (name: string) => `Reset by ${name}`,
  notDeleted: (why: string) => `Not deleted: ${why}`,
  notReset: (why: string) => `Not reset: ${why}`,
  compact: "Compact rows",
  selectAll: "Select all",
};

/** The same in German. */
const de: typeof en = {
  unread: "neu, seit du hingesehen hast",
  resetBy: (name) => `Zurückgesetzt von ${name}`,
  notDeleted: (why) => `Nicht gelöscht: ${why}`,
  notReset: (why) => `Nicht zurückgesetzt: ${why}`,
  compact: "Kompakte Zeilen",
  selectAll: "Alle auswählen",
};

/** What the list says besides, in the language of now. */
export function useListWords(): typeof en {
  return { en, de }[useLanguage()];
}
