import { useEffect, useRef } from "react";

/** What keys do, by the key's name, such as `j`, `Delete`, `Shift+J` or `Mod+k`. True when the key did something. */
export type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/** Keys that also work while somebody writes. */
const everywhere: ReadonlySet<string> = new Set(["Mod+k", "Escape"]);

/** Keys that scroll and open where somebody reads. */
const ownKeys: ReadonlySet<string> = new Set(["ArrowUp", "ArrowDown", "Enter"]);

/** Listens to keys while the component is shown; not while somebody writes, and not under a dialog. */
export function useKeys(keys: Keys): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const name = nameOf(event);
      const run = current.current[name];
      if (run === undefined || (isWriting(event.target) && !everywhere.has(name))) return;
      if (ownKeys.has(name) && isReading(event.target)) return;
      if (document.querySelector("[role=dialog],[role=alertdialog],[role=menu]") !== null) return;
      event.preventDefault();
      run(event);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}

function nameOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  if (altKey) return `Alt+${key}`;
  if (ctrlKey || metaKey) return `Mod+${key}`;
  return shiftKey && key !== "?" ? `Shift+${key}` : key;
}

/** Whether the focus is in something that is read with keys of its own. */
function isReading(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("[data-own-keys]") !== null;
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input,textarea,select,[contenteditable]") !== null;
}
