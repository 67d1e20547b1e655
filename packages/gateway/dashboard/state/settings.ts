/** What a person chose in this browser, and when they looked last. Nothing that was said is ever kept here. */
export type SettingName = "density" | "language" | "looked" | "theme";

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
