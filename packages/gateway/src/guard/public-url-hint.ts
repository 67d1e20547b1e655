import type { BasePath } from "./base-path.ts";
import { isForwarded } from "./forwarding.ts";
import type { RequestFacts } from "./request-facts.ts";

const authorityPattern = /^[a-z0-9.-]{1,253}(?::\d{1,5})?$/;

/**
 * What to set when a proxy passes on a name that the gateway does not know: the line itself, to be copied. Only for what
 * came through a proxy; whatever else sends a name of its own is told in general words.
 */
export function hintForHost(facts: RequestFacts, basePath: BasePath): string {
  const host = facts.hosts[0]?.toLowerCase() ?? "";
  if (facts.hosts.length !== 1 || !authorityPattern.test(host) || !isForwarded(facts)) {
    return "Use its own address, or set `publicUrl` to the URL under which it is reached.";
  }
  return `If people reach it there, set ${settingOf(`${protocolOf(facts)}://${host}`, basePath)}.`;
}

/** What to set when a page that the browser takes for the gateway's own comes from another URL than the gateway knows. */
export function hintForOrigin(facts: RequestFacts, basePath: BasePath): string {
  const origin = facts.header("origin") ?? "";
  const [scheme = "", host = ""] = origin.split("://");
  const isWeb = /^https?$/.test(scheme) && authorityPattern.test(host);
  if (!isWeb || !isOwnPage(facts, host)) {
    return "Behind a proxy with TLS, set `publicUrl` to the URL that is used.";
  }
  return `If it is, set ${settingOf(origin, basePath)}.`;
}

/** Pages of others can say neither. */
function isOwnPage({ header, hosts }: RequestFacts, originHost: string): boolean {
  const site = header("sec-fetch-site");
  return site === undefined ? hosts[0]?.toLowerCase() === originHost : site === "same-origin";
}

function protocolOf({ header }: RequestFacts): string {
  return header("x-forwarded-proto") === "http" ? "http" : "https";
}

function settingOf(origin: string, basePath: BasePath): string {
  const url = origin + basePath.text;
  return `publicUrl: "${url}" (or KEYTURN_PUBLIC_URL=${url})`;
}
