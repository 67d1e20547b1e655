import { type ReactNode, memo, useEffect, useRef, useState } from "react";
import type { Row } from "./rows.ts";

/** How far beyond the edges rows are drawn, in pixels. */
const margin = 600;

/** A block of rows: drawn while it is near to what is seen, else as much room as it took. */
export const Block = memo(function Block({
  rows,
  draw,
}: {
  readonly rows: readonly Row[];
  readonly draw: (row: Row) => ReactNode;
}) {
  const element = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number>();
  useEffect(() => {
    const block = element.current;
    if (block === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => setHeight(entry?.isIntersecting === false ? block.offsetHeight : undefined),
      { root: block.closest(".transcript"), rootMargin: `${margin}px 0px` },
    );
    observer.observe(block);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={element} className="block" style={height === undefined ? undefined : { height }}>
      {height === undefined && rows.map(draw)}
    </div>
  );
});
