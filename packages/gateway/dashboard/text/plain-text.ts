/** What Markdown writes around words, and the words that stay. A preview ends somewhere: what it opens it may not close. */
const marks: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/^\s*(?:```|~~~)[\w-]*$/gm, ""],
  [/^\s*(?:#{1,6}|>|[-*+]|\d{1,3}[.)])\s+/gm, ""],
  [/!?\[([^\]]*)\](?:\([^)\s]*(?:\s[^)]*)?(?:\)|$))/g, "$1"],
  [/<(https?:[^>\s]+)>/g, "$1"],
  [/\*\*|__|~~|`+/g, ""],
  [/(^|[\s([{"'„“])[*_](?=[^\s*_])/g, "$1"],
  [/([^\s*_\\])[*_](?=$|[\s)\]}"'.,;:!?“”])/g, "$1"],
  [/\\([!-/:-@[-`{-~])/g, "$1"],
  [/\s+/g, " "],
];

/** Markdown as a line of plain text, such as for a preview: what it says, without how it looks. */
export function plainText(markdown: string): string {
  return marks.reduce((text, [pattern, replacement]) => text.replaceAll(pattern, replacement), markdown).trim();
}
