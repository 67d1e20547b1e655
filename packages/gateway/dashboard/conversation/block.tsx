import { type ReactNode, memo, useEffect, useRef, useState } from "react";
import { type Row, isSameRow } from "./rows.ts";

/** How far beyond the edges rows are drawn, in pixels. */
const margin = 600;

interface BlockProperties {
  readonly rows: readonly Row[];
  readonly draw: (row: Row) => ReactNode;
}

/** A block of rows: drawn while it is near to what is seen, else as much room as it took. */
export const Block = memo(function Block({ rows, draw }: BlockProperties) {
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
}, isSame);

/** Whether a block shows the same as before: what stands in it is made anew at every change of the transcript. */
function isSame(one: BlockProperties, other: BlockProperties): boolean {
  if (one.draw !== other.draw || one.rows.length !== other.rows.length) return false;
  return one.rows.every((row, index) => isSameRow(row, other.rows[index]));
}
