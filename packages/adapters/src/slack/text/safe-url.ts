/**
 * An address that may stand between `<` and `>` or behind a label: of a scheme that leads somewhere, without signs that
 * would end it. Undefined for every other, such as `!channel` and `@U123`, which would be a mention there.
 */
export function safeUrl(url: string): string | undefined {
  if (!/^(?:https?|mailto|tel|ftp|slack):[^\s]/i.test(url)) return undefined;
  // An entity would be a bracket again for a reader that unescapes.
  return url.replaceAll(/[\s<>|"`\p{Cc}]|&(?=lt;|#)/giu, (sign) => encodeURIComponent(sign));
}
