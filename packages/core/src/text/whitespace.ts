const space = 0x20;
const lineBreak = 0x0a;

/** Whether the code unit there is white space, as `trim` understands it. False outside of the text. */
export function isWhitespaceAt(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  if (unit < 0x80) return unit === space || (unit >= 0x09 && unit <= 0x0d);
  return unit >= 0xa0 && /\s/.test(text.charAt(index));
}

/** Whether nobody wants a line to end there: spaces that were made to keep words together. */
export function isNoBreakSpaceAt(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit === 0xa0 || unit === 0x2007 || unit === 0x202f || unit === 0xfeff;
}

/** Whether a line ends there. */
export function isLineBreakAt(text: string, index: number): boolean {
  return text.charCodeAt(index) === lineBreak;
}

/** Goes back over white space, not further than `floor`. */
export function skipBack(text: string, from: number, floor: number): number {
  let index = from;
  while (index > floor && isWhitespaceAt(text, index - 1)) index -= 1;
  return index;
}
