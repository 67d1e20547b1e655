import { CodeBlock } from "./code-block.tsx";
import { createMarkdown } from "./draw-markdown.tsx";

/** Markdown, with code that can be copied. */
const Markdown = createMarkdown(CodeBlock);

export default Markdown;
