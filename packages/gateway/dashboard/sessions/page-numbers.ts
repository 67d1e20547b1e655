import { useEffect, useState } from "react";
import type { ListWindow } from "./list-window.ts";

/** How long the hand at the scrollbar rests before pages are read that it has jumped to, in milliseconds. */
const restMilliseconds = 80;

interface PageRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The pages of what is seen and half a page around it. Somebody who scrolls reads on as they go; somebody who drags the
 * scrollbar over thousands of rows reads only where they stop.
 */
export function usePageNumbers({ first, end }: ListWindow, pageSize: number): readonly number[] {
  const from = Math.max(0, Math.floor((first - pageSize / 2) / pageSize));
  const to = Math.floor((end + pageSize / 2) / pageSize);
  const [settled, setSettled] = useState<PageRange>({ from, to });
  const isNear = from <= settled.to + 1 && to >= settled.from - 1;
  useEffect(() => {
    const settle = () => setSettled((known) => (known.from === from && known.to === to ? known : { from, to }));
    if (isNear) return settle();
    const timer = setTimeout(settle, restMilliseconds);
    return () => clearTimeout(timer);
  }, [from, to, isNear]);
  const range = isNear ? { from, to } : settled;
  return Array.from({ length: range.to - range.from + 1 }, (_, at) => range.from + at);
}
