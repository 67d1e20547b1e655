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

/** What a route has to say of the headers of its good answers. */
export interface RouteHeaders {
  /** In place of some, or beside them. */
  readonly answerHeaders?: Readonly<Record<string, string>>;
  /** Names of those that the handler set itself. */
  readonly ownHeaders?: readonly string[];
}

/** The headers of an answer, as pairs. */
export function headersOfAnswer(
  requestId: string,
  { answerHeaders: own = {}, ownHeaders = [] }: RouteHeaders = {},
): readonly (readonly [name: string, value: string])[] {
  const given = Object.entries({ ...answerHeaders, ...own }).filter(([name]) => !ownHeaders.includes(name));
  return [...given, ["X-Request-Id", requestId]];
}
