/**
 * A text in which nothing has the form of a mention: a joiner of no width stands behind its `<`, written out or as an
 * entity by name or by number. A person sees no difference.
 */
export function partMentions(text: string): string {
  return text.replaceAll(
    /(?:<|&lt;|&#0{0,5}60;|&#x0{0,4}3c;)(?=!(?:channel|here|everyone|group|subteam|date)|[@#][A-Z0-9])/gi,
    "$&\u2060",
  );
}
