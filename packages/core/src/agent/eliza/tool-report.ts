import type { PromptMessage } from "../language-model.ts";

type ToolMessage = Extract<PromptMessage, { readonly role: "tool" }>;
type ToolResult = Extract<ToolMessage["content"][number], { readonly type: "tool-result" }>;

/** Longest result that is repeated, in characters: fits a Discord message (2,000) with what is said around it. */
const longestResult = 1_500;

/** What tools gave back, in sentences. */
export function reportOf(message: ToolMessage): string {
  return message.content.flatMap((part) => (part.type === "tool-result" ? [sentence(part)] : [])).join("\n");
}

function sentence({ toolName, output }: ToolResult): string {
  switch (output.type) {
    case "text":
      return `I asked \`${toolName}\`, and it says: ${shorten(output.value)}`;
    case "json":
      return `I asked \`${toolName}\`, and it says: ${shorten(spell(output.value))}`;
    case "error-text":
      return `I asked \`${toolName}\`, but it did not work: ${shorten(output.value.replace(/^Error: /, ""))}`;
    case "error-json":
      return `I asked \`${toolName}\`, but it did not work: ${shorten(spell(output.value))}`;
    case "execution-denied":
      return `I was not allowed to use \`${toolName}\`.`;
    case "content":
      return `I asked \`${toolName}\`, and it gave me something that I cannot put into words.`;
    default:
      return `I asked \`${toolName}\`.`;
  }
}

/** A value as one reads it aloud: the fields of an object one after the other, without brackets and quotes. */
function spell(value: unknown): string {
  if (typeof value !== "object" || value === null) return value === null ? "nothing" : spellInner(value);
  if (Array.isArray(value)) return value.length === 0 ? "nothing" : value.map(spellInner).join(", ");
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${spellInner(field)}`);
  return fields.length === 0 ? "nothing" : fields.join(", ");
}

function spellInner(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function shorten(text: string): string {
  return text.length <= longestResult ? text : `${text.slice(0, longestResult)} …`;
}
