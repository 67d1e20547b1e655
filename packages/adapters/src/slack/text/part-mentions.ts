/**
 * A text in which nothing has the form of a mention: a joiner of no width stands behind its `<`, written out or as an
 * entity. A person sees no difference.
 */
export function partMentions(text: string): string {
  return text.replaceAll(/(?:<|&lt;)(?=!(?:channel|here|everyone|group|subteam|date)|[@#][A-Z0-9])/gi, "$&\u2060");
}
