/** What one comes to with Tab. */
const controls = "a[href], button:not(:disabled), input, select, textarea";

/**
 * Keeps the focus near where it was when what has it goes: in the row that takes its place, the row before when it was the
 * last, or what is said in place of the list. The returned function ends it.
 */
export function keepFocus(screen: HTMLElement): () => void {
  let focused: Element | undefined;
  let trail: readonly (readonly [parent: Element, index: number])[] = [];
  const note = ({ target }: Event) => {
    focused = target instanceof Element ? target : undefined;
    trail = trailOf(focused, screen);
  };
  // Who clicks elsewhere has taken it away themselves.
  const leave = ({ target }: Event) => {
    if (target instanceof Node && focused?.contains(target) !== true) focused = undefined;
  };
  const observer = new MutationObserver(() => {
    if (focused === undefined || focused.isConnected || document.activeElement !== document.body) return;
    const { ariaLabel } = focused;
    focused = undefined;
    for (const [parent, index] of trail) if (parent.isConnected && focusAt(parent, index, ariaLabel)) return;
  });
  screen.addEventListener("focusin", note);
  addEventListener("pointerdown", leave);
  observer.observe(screen, { childList: true, subtree: true });
  return () => {
    removeEventListener("pointerdown", leave);
    observer.disconnect();
  };
}

/** Where an element is: in which child of each of its ancestors, the nearest first. */
function trailOf(element: Element | undefined, end: Element): readonly (readonly [Element, number])[] {
  const parent = element?.parentElement;
  if (element === undefined || element === end || parent === undefined || parent === null) return [];
  return [[parent, [...parent.children].indexOf(element)], ...trailOf(parent, end)];
}

/** Focuses what has the same name there, else the first that can be done, else what is said. */
function focusAt({ children }: Element, index: number, name: string | null): boolean {
  const place = [children[index], children[index - 1]].find((child) => child?.textContent !== "");
  if (place === undefined) return false;
  const all = [...(place.matches(controls) ? [place] : []), ...place.querySelectorAll(controls)];
  const found =
    all.find(({ ariaLabel }) => name !== null && ariaLabel === name) ??
    all.find((each) => each.matches("button")) ??
    all[0] ??
    place;
  if (!(found instanceof HTMLElement)) return false;
  if (!found.matches(`${controls}, [tabindex]`)) found.tabIndex = -1;
  found.focus();
  return true;
}
