/** The value in the middle of the sorted numbers; between the two middle ones when their count is even. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return (at(sorted, Math.floor((sorted.length - 1) / 2)) + at(sorted, Math.floor(sorted.length / 2))) / 2;
}

/** The smallest of the numbers that at least `percent` of 100 of them do not exceed (nearest rank). */
export function percentile(numbers: readonly number[], percent: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return at(sorted, Math.ceil((percent / 100) * sorted.length) - 1);
}

function at(sorted: readonly number[], index: number): number {
  const number = sorted[index];
  if (number === undefined) throw new RangeError("There is nothing to measure: the series is empty.");
  return number;
}
