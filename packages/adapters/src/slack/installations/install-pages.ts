/** The headers of a page: nobody keeps it or frames it, nothing in it runs, and its address, which has a code in it, is told to nobody. */
const pageHeaders: Readonly<Record<string, string>> = Object.freeze({
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
});

/** A page with one thing to say, and perhaps one place to go on to. */
export interface Page {
  readonly status: number;
  readonly title: string;
  readonly text: string;
  /** Where to go on, and what that is called. An address of Slack's, or one beside the page's own. */
  readonly link?: readonly [address: string, name: string] | undefined;
}

/** The page as an answer. @param cookie what the browser is to keep, as a header. */
export function showPage({ status, title, text, link }: Page, cookie?: string): Response {
  const headers = new Headers(pageHeaders);
  if (cookie !== undefined) headers.set("set-cookie", cookie);
  const further = link === undefined ? "" : `\n<p><a href="${escape(link[0])}">${escape(link[1])}</a></p>`;
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(title)}</title>
</head>
<body>
<h1>${escape(title)}</h1>
<p>${escape(text)}</p>${further}
</body>
</html>
`;
  return new Response(body, { status, headers });
}

/** Back to the start; both pages lie beside each other. */
export const startAgain: readonly [string, string] = ["install", "Start again"];

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
