/**
 * What a page may do: run, style and show what the gateway serves, ask the gateway, and nothing else. No inline script or
 * style, no page of others around it but those of the origins that are named, and no text that becomes code (Trusted Types).
 */
function policyOf(embedders: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${embedders.length === 0 ? "'none'" : embedders.join(" ")}`,
    "require-trusted-types-for 'script'",
  ].join("; ");
}

/** What the dashboard's page may do. */
export const pagePolicy: string = policyOf([]);

/** Of the page: asked about each time, since its name never changes. */
export const pageHeaders: Readonly<Record<string, string>> = {
  "Cache-Control": "no-cache",
  "Content-Security-Policy": pagePolicy,
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  Vary: "Accept-Encoding",
};

/** Of the page of visitors, which the pages of some others may embed. @param embedders their origins. */
export function chatPageHeaders(embedders: readonly string[]): Readonly<Record<string, string>> {
  return { "Content-Security-Policy": policyOf(embedders) };
}

/** Of the script by which pages of others embed it: they load it, wherever they are. */
export const loaderHeaders: Readonly<Record<string, string>> = {
  "Cache-Control": "public, max-age=3600",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

/** Of what the page loads: its name changes with its content, so a browser need never ask again. */
export const assetHeaders: Readonly<Record<string, string>> = {
  "Cache-Control": "public, max-age=31536000, immutable",
  "Cross-Origin-Resource-Policy": "same-origin",
  Vary: "Accept-Encoding",
};
