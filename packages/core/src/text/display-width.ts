const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Scripts and signs that fill two columns of a font whose characters are all of one width; Unicode, "East Asian Width". */
const wide = new RegExp(
  "^[\\u1100-\\u115f\\u2e80-\\u303e\\u3041-\\ua4cf\\ua960-\\ua97c\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe30-\\ufe6f\\uff01-\\uff60\\uffe0-\\uffe6" +
    "\\u{17000}-\\u{18d08}\\u{1b000}-\\u{1b2fb}\\u{20000}-\\u{3fffd}]",
  "u",
);

/** Pictures that are coloured without being asked, and those that are asked to be; flags. */
const picture = /^(?:\p{Emoji_Presentation}|\p{Regional_Indicator}|\p{Emoji}\p{Emoji_Modifier}?\ufe0f)/u;

/** What takes no column of its own. */
const invisible = /^[\p{Cc}\p{Cf}\p{Mn}\p{Me}]+$/u;

/** How many columns a text fills in a font whose characters are all of one width. */
export function displayWidth(text: string): number {
  // Most cells are plain.
  if (/^[ -~]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += widthOf(segment);
  return width;
}

function widthOf(grapheme: string): number {
  if (picture.test(grapheme) || wide.test(grapheme)) return 2;
  return invisible.test(grapheme) ? 0 : 1;
}
