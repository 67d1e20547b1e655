/**
 * What the dashboard's page may do: run, style and show what the gateway serves, ask the gateway, and nothing else. No
 * inline script or style, no page of others around it, and no text that becomes code (Trusted Types).
 */
export const pagePolicy: string = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

/** Of the page: asked about each time, since its name never changes. */
export const pageHeaders: Readonly<Record<string, string>> = {
  "Cache-Control": "no-cache",
  "Content-Security-Policy": pagePolicy,
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  Vary: "Accept-Encoding",
};

/** Of what the page loads: its name changes with its content, so a browser need never ask again. */
export const assetHeaders: Readonly<Record<string, string>> = {
  "Cache-Control": "public, max-age=31536000, immutable",
  "Cross-Origin-Resource-Policy": "same-origin",
  Vary: "Accept-Encoding",
};
