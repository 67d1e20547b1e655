/** Every ASCII character that has a meaning in Markdown somewhere (CommonMark 0.31, "Backslash escapes"). */
const punctuation = /[!-/:-@[-`{-~]/g;

/** Characters that turn the direction of the text around them, or that nobody sees. */
// oxlint-disable-next-line no-misleading-character-class -- each is meant by itself
const deceptive = /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;

/** What readers make links of though no mark-up says so (GitHub Flavored Markdown 0.29, "Autolinks"): not escapable. */
const linked = /[:@]|www\./i;

/**
 * Somebody's words within a line, as nothing but text: no mark-up of theirs works, characters that deceive are written
 * out, and what would end the line is a space.
 */
export function inlineText(text: string): string {
  const line = visible(text)
    .replaceAll(/[\s\u2028\u2029]+/g, " ")
    .trim()
    .replaceAll(deceptive, (character) => `(U+${codeOf(character)})`);
  return linked.test(line) ? codeSpan(line) : line.replaceAll(punctuation, String.raw`\$&`);
}

/** Spaces keep backticks at the ends apart from the span's own; a reader takes them off again. */
function codeSpan(text: string): string {
  const quotes = "`".repeat(longestRun(text) + 1);
  return `${quotes} ${text} ${quotes}`;
}

/**
 * Somebody's words as a block that shows them as they are: in a fence that is longer than any within, so that nothing in
 * it can end it.
 * @param language what the block holds, such as `json`; never somebody's words.
 */
export function fencedText(text: string, language: string = "text"): string {
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${visible(text)}\n${fence}\n`;
}

/** How many backticks follow each other at most. */
function longestRun(text: string): number {
  let longest = 0;
  for (const { length } of text.match(/`+/g) ?? []) longest = Math.max(longest, length);
  return longest;
}

/** Control characters as their pictures: a terminal that shows the file must not obey them. */
function visible(text: string): string {
  return (
    text
      .replaceAll(/\r\n?/g, "\n")
      // oxlint-disable-next-line no-control-regex -- these are what is looked for
      .replaceAll(/[\u0000-\u0008\u000B-\u001F]/g, (character) =>
        String.fromCharCode(0x24_00 + character.charCodeAt(0)),
      )
      .replaceAll("\u007F", "\u2421")
      .replaceAll(/[\u0080-\u009F]/g, "\uFFFD")
  );
}

function codeOf(character: string): string {
  return character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
}
