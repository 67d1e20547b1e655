import { type ReactNode, memo, useEffect, useRef, useState } from "react";
import { watchNear } from "./near-watch.ts";
import { type Row, isSameRow } from "./rows.ts";

/** How high a row is taken to be that was never drawn, in pixels: a name and a line or two. */
const guessedHeight = 72;

interface BlockProperties {
  readonly rows: readonly Row[];
  /** Whether it is drawn before it is known where it stands. */
  readonly isFirst: boolean;
  readonly draw: (row: Row) => ReactNode;
}

/** A block of rows: drawn while it is near to what is seen, else as much room as it took, or may take. */
export const Block = memo(function Block({ rows, isFirst, draw }: BlockProperties) {
  const element = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(isFirst ? undefined : rows.length * guessedHeight);
  useEffect(() => {
    const block = element.current;
    if (block === null) return;
    return watchNear(block, (isNear, tall) => setHeight((known) => (isNear ? undefined : (known ?? tall))));
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
