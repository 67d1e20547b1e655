import { type RefObject, useCallback, useLayoutEffect, useState } from "react";

/** Rows that are drawn above and below what is seen, so that a turn of the wheel finds them there. */
const marginRows = 12;

/** Which rows are drawn: from the first to before the end. */
export interface ListWindow {
  readonly first: number;
  readonly end: number;
}

/**
 * The rows around what is seen of a list whose rows are all of one height: where a row is, is a multiplication, so a
 * hundred thousand rows cost what twenty do. It changes once in several rows of scrolling, not with each pixel.
 * @param rowHeight in pixels.
 */
export function useListWindow(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
): readonly [ListWindow, (index: number) => void] {
  const [{ first, end }, setWindow] = useState<ListWindow>({ first: 0, end: 3 * marginRows });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const look = () => setWindow((known) => windowAt(known, element, rowHeight));
    look();
    element.addEventListener("scroll", look, { passive: true });
    const size = new ResizeObserver(look);
    size.observe(element);
    return () => {
      element.removeEventListener("scroll", look);
      size.disconnect();
    };
  }, [scroller, rowHeight]);
  const reveal = useCallback(
    (index: number) => {
      const element = scroller.current;
      if (element === null) return;
      const [top, bottom] = [index * rowHeight, (index + 1) * rowHeight];
      if (top < element.scrollTop) element.scrollTop = top;
      else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
    },
    [scroller, rowHeight],
  );
  return [{ first: Math.max(0, Math.min(first, count - 1)), end: Math.min(end, count) }, reveal];
}

/** The window of now; the one that is known as long as it still covers what is seen. */
function windowAt(known: ListWindow, { scrollTop, clientHeight }: HTMLElement, rowHeight: number): ListWindow {
  const seen = { first: Math.floor(scrollTop / rowHeight), end: Math.ceil((scrollTop + clientHeight) / rowHeight) };
  const reserve = marginRows / 2;
  const isCovered = known.first <= Math.max(0, seen.first - reserve) && known.end >= seen.end + reserve;
  return isCovered && known.end - known.first <= seen.end - seen.first + 3 * marginRows
    ? known
    : { first: Math.max(0, seen.first - marginRows), end: seen.end + marginRows };
}
