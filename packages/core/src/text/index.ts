/** The text work that channel adapters share: pure functions on Markdown. `@keyturn/core/text`. */

export { type CellAlignment, alignTable } from "./align-table.ts";
export { type Edit, applyEdits } from "./edits.ts";
export { displayWidth } from "./display-width.ts";
export { breakFences } from "./break-fences.ts";
export { parseMarkdown } from "./parse-markdown.ts";
export { plainTextOf } from "./plain-text.ts";
export { type SplitOptions, splitMarkdown } from "./split-markdown.ts";
