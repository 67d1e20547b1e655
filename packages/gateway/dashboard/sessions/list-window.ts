import { type RefObject, useCallback, useLayoutEffect, useState } from "react";

/** Rows that are drawn above and below what is seen, so that a turn of the wheel finds them there. */
const marginRows = 12;

/** Rows in sight: from the first to before the end. */
export interface ListWindow {
  readonly first: number;
  readonly end: number;
}

/**
 * The rows around what is seen of a list whose rows are all of one height: where a row is, is a multiplication, so a
 * hundred thousand rows cost what twenty do. It changes once in several rows of scrolling, not with each pixel.
 * @param rowHeight in pixels.
 */
export function useListWindow(scroller: RefObject<HTMLElement | null>, rowHeight: number): ListWindow {
  const [shown, setShown] = useState<ListWindow>({ first: 0, end: 3 * marginRows });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const look = () => setShown((known) => windowAt(known, seenRows(element, rowHeight)));
    look();
    element.addEventListener("scroll", look, { passive: true });
    const size = new ResizeObserver(look);
    size.observe(element);
    return () => {
      element.removeEventListener("scroll", look);
      size.disconnect();
    };
  }, [scroller, rowHeight]);
  return shown;
}

/** Scrolls as far as a row needs to be seen. */
export function useReveal(scroller: RefObject<HTMLElement | null>, rowHeight: number): (index: number) => void {
  return useCallback(
    (index) => {
      const element = scroller.current;
      if (element === null) return;
      const { scrollTop, clientHeight } = element;
      const lowest = index * rowHeight;
      const highest = (index + 1) * rowHeight - clientHeight;
      if (scrollTop > lowest) element.scrollTop = lowest;
      else if (scrollTop < highest) element.scrollTop = highest;
    },
    [scroller, rowHeight],
  );
}

/** The rows that are seen now. */
export function seenRows({ scrollTop, clientHeight }: HTMLElement, rowHeight: number): ListWindow {
  return { first: Math.floor(scrollTop / rowHeight), end: Math.ceil((scrollTop + clientHeight) / rowHeight) };
}

/** The window of now: the one that is known, as long as it covers what is seen and something around it. */
function windowAt(known: ListWindow, seen: ListWindow): ListWindow {
  const reserve = marginRows / 2;
  const isCovered = known.first <= Math.max(0, seen.first - reserve) && known.end >= seen.end + reserve;
  const isTight = known.end - known.first <= seen.end - seen.first + 3 * marginRows;
  if (isCovered && isTight) return known;
  return { first: Math.max(0, seen.first - marginRows), end: seen.end + marginRows };
}
