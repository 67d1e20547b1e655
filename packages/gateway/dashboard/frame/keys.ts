import { type RefObject, useEffect, useRef } from "react";

/** What keys do, by the key's name, such as `j`, `Delete`, `Shift+J`, `Mod+k`, or `g h` for one after the other. */
export type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/** Keys that also work while somebody writes. */
const everywhere: ReadonlySet<string> = new Set(["Mod+k", "Escape"]);

/** Keys that scroll and open where somebody reads. */
const readingKeys: ReadonlySet<string> = new Set([
  "ArrowUp",
  "ArrowDown",
  "PageUp",
  "PageDown",
  "Home",
  "End",
  "Enter",
]);

/** Keys that do the same again and again while they are held. */
const movingKeys = /^(?:j|k|Shift\+[JK]|(?:Shift\+)?Arrow(?:Up|Down)|Page(?:Up|Down))$/;

/** The key that others come after. */
const first = "g";

/** How long the second key may take, in milliseconds. */
const patienceMilliseconds = 1_500;

const layers: RefObject<Keys>[] = [];
let begunAt = Number.NEGATIVE_INFINITY;

/**
 * Listens to keys while the component is shown; not while somebody writes, and not under a dialog. Of several that know
 * a key, the one that was shown first is asked.
 */
export function useKeys(keys: Keys): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    if (layers.length === 0) addEventListener("keydown", listen);
    layers.push(current);
    return () => {
      layers.splice(layers.indexOf(current), 1);
      if (layers.length === 0) removeEventListener("keydown", listen);
    };
  }, []);
}

function listen(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || /^(Shift|Control|Alt|Meta)$/.test(event.key)) return;
  const isSecond = event.timeStamp - begunAt < patienceMilliseconds;
  begunAt = Number.NEGATIVE_INFINITY;
  const name = isSecond ? `${first} ${nameOf(event)}` : nameOf(event);
  if (isWriting(event.target) && !everywhere.has(name)) return;
  if (readingKeys.has(name) && isReading(event.target)) return;
  if (document.querySelector("[role=dialog],[role=alertdialog],[role=menu]") !== null) return;
  if (name === first) begunAt = event.timeStamp;
  const run = layers.map((layer) => layer.current[name]).find((each) => each !== undefined);
  if (run === undefined) return;
  event.preventDefault();
  // A key that is held moves on and on; it must not delete one row after the other.
  if (!event.repeat || movingKeys.test(name)) run(event);
}

function nameOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  if (altKey) return `Alt+${key}`;
  if (ctrlKey || metaKey) return `Mod+${key}`;
  // Which signs need Shift is another on each keyboard, such as `/` on a German one.
  const isSign = key.length === 1 && key.toLowerCase() === key.toUpperCase();
  return shiftKey && !isSign ? `Shift+${key}` : key;
}

/** Whether the focus is in something that is read with keys of its own. */
function isReading(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("[data-own-keys]") !== null;
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input,textarea,select,[contenteditable]") !== null;
}
