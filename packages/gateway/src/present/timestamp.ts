/** Milliseconds since 1970 as RFC 3339 with `Z`: times without an offset are read as local time by many a viewer. */
export function presentTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
