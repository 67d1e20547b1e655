const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

// Scripts and signs that terminals draw two columns wide (Unicode, "East Asian Width").
const wide =
  /^(\p{Emoji_Presentation}|.*\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}])/u;

/** How many columns a text takes on a terminal. */
export function textWidth(text: string): number {
  // oxlint-disable-next-line no-control-regex -- plain ASCII, the usual case, is as wide as it is long
  if (/^[\u0020-\u007e]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += widthOf(segment);
  return width;
}

/** The text in at most so many columns, with an ellipsis where something was left out. */
export function fitText(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let fitted = "";
  let width = 0;
  for (const { segment } of segmenter.segment(text)) {
    width += widthOf(segment);
    if (width > columns - 1) break;
    fitted += segment;
  }
  return `${fitted}…`;
}

function widthOf(grapheme: string): number {
  return wide.test(grapheme) ? 2 : 1;
}
