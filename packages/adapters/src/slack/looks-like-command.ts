import type { CommandDescription } from "@keyturn/core";

/**
 * Whether a text may be a command, so that it is worth asking what its author may do. Says yes too often rather than too
 * seldom: whether it is one, the core decides.
 */
export function looksLikeCommand(
  { text, isDirect }: { readonly text: string; readonly isDirect?: true | undefined },
  commands: readonly CommandDescription[],
): boolean {
  const [first = ""] = text.trim().split(/\s/, 1);
  if (first.startsWith("/")) return true;
  return isDirect === true && commands.some(({ name }) => name === first.toLowerCase());
}

/** Whether a text is a command as the core reads it: it is one by its whole text, so nothing may be put before it. */
export function isCommand(
  { text, isDirect }: { readonly text: string; readonly isDirect?: true | undefined },
  commands: readonly CommandDescription[],
): boolean {
  const [, slash = "", word = "", rest = ""] = /^(\/?)(\S+)\s*([^]*)$/.exec(text.trim()) ?? [];
  const isKnown = commands.some(({ name }) => name === word.toLowerCase());
  return isKnown && (slash !== "" || (isDirect === true && rest === ""));
}
