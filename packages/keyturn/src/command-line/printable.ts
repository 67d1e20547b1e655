/**
 * Text of other people without what would steer the terminal: control characters but for line break and tab, and the
 * marks that turn the direction of writing. It looks at single characters alone, so text may come in pieces.
 */
export function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "");
}

/** The same on one line, for tables. */
export function printableLine(text: string): string {
  return printable(text).replace(/\s+/g, " ").trim();
}
