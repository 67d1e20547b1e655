/**
 * The word that somebody who wrote `written` most likely meant; undefined when none is near. Near is a third of the
 * letters at most: what is further off is a guess that only confuses.
 */
export function nearestWord(written: string, words: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let least = Math.max(2, Math.floor(written.length / 3)) + 1;
  for (const word of words) {
    const distance = distanceBetween(written.toLowerCase(), word.toLowerCase());
    if (distance < least) [nearest, least] = [word, distance];
  }
  return nearest;
}

/** How many letters have to be put in, taken out or changed (Levenshtein). */
function distanceBetween(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [index, letter] of left.split("").entries()) {
    const next = [index + 1];
    for (const [column, other] of right.split("").entries()) {
      const change = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(change, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
