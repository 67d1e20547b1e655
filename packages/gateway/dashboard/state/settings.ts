/** What a person chose in this browser. Nothing of a conversation is ever kept here. */
export type SettingName = "language" | "theme";

/** What was chosen before; undefined when nothing was, or the browser keeps nothing. */
export function readSetting(name: SettingName): string | undefined {
  try {
    return localStorage.getItem(`keyturn.${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a choice; where the browser keeps nothing, it holds until the page is closed. */
export function writeSetting(name: SettingName, value: string): void {
  try {
    localStorage.setItem(`keyturn.${name}`, value);
  } catch {
    // Private windows may refuse.
  }
}
