/**
 * What every answer of the API carries: nobody keeps it, nobody guesses its type, nothing in it runs, and no link from it
 * tells where it was. There are no CORS headers: pages of others may not read it.
 */
const answerHeaders: Readonly<Record<string, string>> = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/** The headers of every answer, as pairs. */
export function headersOfAnswer(requestId: string): readonly (readonly [name: string, value: string])[] {
  return [...Object.entries(answerHeaders), ["X-Request-Id", requestId]];
}
