/**
 * Whether the brackets of a JSON text nest deeper than that. Looked at before the text is parsed: what is parsed is small
 * enough to be walked through. Says nothing of texts that are not JSON.
 */
export function isNestedDeeper(text: string, maximumDepth: number): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isInString) {
      if (code === backslash) index += 1;
      else if (code === quote) isInString = false;
    } else if (code === quote) isInString = true;
    else if (code === openingBracket || code === openingBrace) {
      depth += 1;
      if (depth > maximumDepth) return true;
    } else if (code === closingBracket || code === closingBrace) depth -= 1;
  }
  return false;
}

const [quote, backslash] = [0x22, 0x5c];
const [openingBracket, closingBracket, openingBrace, closingBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * The path of a member that would become the prototype of objects when something copies it carelessly; undefined when
 * there is none. Nothing here copies so, and nobody means such a member well.
 */
export function findPrototypeMember(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const found = isPrototypeMember(name, member) ? "" : findPrototypeMember(member);
    if (found !== undefined) return found === "" ? name : `${name}/${found}`;
  }
  return undefined;
}

/** A `constructor` alone may be anybody's word, such as a racing team. */
function isPrototypeMember(name: string, member: unknown): boolean {
  if (name === "__proto__") return true;
  return name === "constructor" && typeof member === "object" && member !== null && Object.hasOwn(member, "prototype");
}
