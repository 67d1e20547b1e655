const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const characters: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

/** A text that Slack shows as it stands: with it nobody is mentioned, and nothing is a link. */
export function escapeText(text: string): string {
  return text.replaceAll(/[&<>]/g, (character) => entities[character] ?? character);
}

/** Slack's three entities as characters, in one pass, so that `&amp;lt;` becomes `&lt;` and no less. */
export function unescapeText(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt);/g, (entity) => characters[entity] ?? entity);
}
