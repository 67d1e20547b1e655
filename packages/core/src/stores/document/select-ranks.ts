import type { Breath } from "./breath.ts";

/** Below this many rows sorting is as quick as looking for a smaller piece. */
const fewRows = 1_000;

/** Where in what is left the next pivot stands, from one to the next: never twice the same, and well apart. */
const pivotStep = 0.618;

/**
 * The rows of the ranks from `from` to before `to`, in order, without sorting the rest (quickselect): with 100,000 rows
 * that is a seventh of what sorting all of them takes. Changes the order of the array.
 * @param compare never 0 for two rows.
 * @param breath lets others have their turn in between; undefined: nobody has one.
 */
export async function selectRanks<Row>(
  rows: Row[],
  { from, to }: { readonly from: number; readonly to: number },
  compare: (one: Row, other: Row) => number,
  breath: Breath | undefined,
): Promise<readonly Row[]> {
  let low = 0;
  let high = rows.length;
  let fraction = 0.5;
  while (high - low > Math.max(fewRows, 2 * (to - from))) {
    const pivot = await partition(rows, { low, high, at: low + Math.floor((high - low) * fraction) }, compare, breath);
    fraction = (fraction + pivotStep) % 1;
    if (pivot < from) low = pivot + 1;
    else if (pivot >= to) high = pivot;
    // What is looked for lies on both sides of the pivot: another one is needed.
  }
  return rows
    .slice(low, high)
    .toSorted(compare)
    .slice(from - low, to - low);
}

/** Brings what comes before a row to its left. Returns where that row stands then. */
async function partition<Row>(
  rows: Row[],
  { low, high, at }: { readonly low: number; readonly high: number; readonly at: number },
  compare: (one: Row, other: Row) => number,
  breath: Breath | undefined,
): Promise<number> {
  swap(rows, at, high - 1);
  const pivot = rows[high - 1];
  let place = low;
  for (let index = low; index < high - 1; index += 1) {
    if (breath?.isDue === true) await breath.take();
    const row = rows[index];
    if (row === undefined || pivot === undefined || compare(row, pivot) >= 0) continue;
    swap(rows, index, place);
    place += 1;
  }
  swap(rows, place, high - 1);
  return place;
}

function swap<Row>(rows: Row[], one: number, other: number): void {
  const [first, second] = [rows[one], rows[other]];
  if (first === undefined || second === undefined) return;
  rows[one] = second;
  rows[other] = first;
}
