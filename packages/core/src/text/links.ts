import type { Effort } from "./effort.ts";
import type { Stretch } from "./positions.ts";

/**
 * The links and images of one paragraph, `[text](target)`, nested ones included: for the place of each opening bracket
 * where the link ends. Brackets and parentheses are matched by one walk with two stacks.
 */
export function findLinks(
  text: string,
  { start, end }: Stretch,
  codeSpans: ReadonlyMap<number, number>,
  effort: Effort,
): ReadonlyMap<number, number> {
  const links = new Map<number, number>();
  const brackets: number[] = [];
  /** Each open parenthesis: the opening bracket of its link, or undefined when it stands alone. */
  const parentheses: (number | undefined)[] = [];
  for (let index = start; index < end; index += 1) {
    effort.steps += 1;
    const character = text.charAt(index);
    if (character === "\\") index += 1;
    else if (character === "`") index = (codeSpans.get(index) ?? index + 1) - 1;
    else if (character === "[") brackets.push(index);
    else if (character === "]") {
      const opening = brackets.pop();
      if (text.charAt(index + 1) !== "(") continue;
      parentheses.push(opening);
      index += 1;
    } else if (character === "(") parentheses.push(undefined);
    else if (character === ")") {
      const opening = parentheses.pop();
      if (opening !== undefined) links.set(opening, index + 1);
    }
  }
  return links;
}
