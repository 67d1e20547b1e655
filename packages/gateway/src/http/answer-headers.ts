/**
 * What every answer of the API carries: nobody keeps it, nobody guesses its type, nothing in it runs, and no link from it
 * tells where it was. There are no CORS headers: pages of others may not read it.
 */
const answerHeaders: Readonly<Record<string, string>> = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/** The headers of an answer, as pairs. @param own what its route has in place of some, or beside them. */
export function headersOfAnswer(
  requestId: string,
  own: Readonly<Record<string, string>> = {},
): readonly (readonly [name: string, value: string])[] {
  return [...Object.entries({ ...answerHeaders, ...own }), ["X-Request-Id", requestId]];
}
