/** Parameters whose values say nothing secret. Everything else may be a token that somebody put into a URL by mistake. */
const harmlessParameters: ReadonlySet<string> = new Set(["before", "limit", "sort", "state", "topics"]);

/**
 * The query of a request for the log, such as `?limit=5&token=[redacted]`: paths are logged as the route's template, and
 * values only where they cannot be secrets.
 */
export function redactedQuery(target: string): string {
  const start = target.indexOf("?");
  if (start === -1) return "";
  const pairs: string[] = [];
  for (const [name, value] of new URLSearchParams(target.slice(start))) {
    const isHarmless = harmlessParameters.has(name) && value.length <= 50;
    pairs.push(`${encodeURIComponent(name.slice(0, 50))}=${isHarmless ? encodeURIComponent(value) : "[redacted]"}`);
  }
  return `?${pairs.slice(0, 20).join("&")}`;
}
