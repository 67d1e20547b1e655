import { Problem } from "../problems/problem.ts";
import type { BasePath } from "./base-path.ts";
import { hintForOrigin } from "./public-url-hint.ts";
import type { RequestFacts } from "./request-facts.ts";

const readingMethods: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** Whether a request changes nothing, by its method. */
export function isReading({ method }: Pick<RequestFacts, "method">): boolean {
  return readingMethods.has(method);
}

/**
 * Rules for requests whose credentials a browser adds by itself: they must come from a page of the gateway's own. Cookies
 * are shared by the ports of a machine and SameSite does not tell them apart; `Origin` does.
 */
export class BrowserRules {
  readonly #publicUrl: URL | undefined;
  readonly #basePath: BasePath;

  /** @param publicUrl where a proxy publishes the gateway. @param basePath for what a refusal advises. */
  constructor(publicUrl: URL | undefined, basePath: BasePath) {
    this.#publicUrl = publicUrl;
    this.#basePath = basePath;
  }

  /**
   * Reading: from a page of the gateway's own, or from the address bar. Changing: from a page of its own that says so in
   * a header, which no form and no page of others can send.
   * @throws Problem `ORIGIN_NOT_ALLOWED`
   */
  checkAmbient(facts: RequestFacts): void {
    this.checkOrigin(facts);
    if (isReading(facts)) return;
    if (facts.header("origin") === undefined || facts.header("x-gateway") !== "1") {
      throw notAllowed("A change with a cookie needs the headers Origin and X-Gateway: 1.");
    }
    if (facts.header("sec-fetch-site") === "none") throw notAllowed("A change does not come from the address bar.");
  }

  /**
   * Whatever says where it comes from must come from here; programs do not say.
   * @throws Problem `ORIGIN_NOT_ALLOWED`
   */
  checkOrigin(facts: RequestFacts): void {
    const site = facts.header("sec-fetch-site");
    const origin = facts.header("origin");
    if (site !== undefined && site !== "same-origin" && site !== "none") throw notAllowed(fromElsewhere);
    if (origin !== undefined && !this.#allows(origin, facts)) {
      throw notAllowed(`${fromElsewhere} ${hintForOrigin(facts, this.#basePath)}`);
    }
  }

  /**
   * The Host header passed the allowlist before, so a page under exactly that name and port is one of our own; but under
   * the public name with TLS, no page without TLS is: whoever is on the way can have written that one.
   */
  #allows(origin: string, { hosts }: RequestFacts): boolean {
    const host = hosts[0]?.toLowerCase() ?? "";
    const publicUrl = this.#publicUrl;
    if (origin === publicUrl?.origin) return true;
    return host.replace(/:443$/, "") !== publicUrl?.host && origin === `http://${host}`;
  }
}

const fromElsewhere = "This came from a page that is not the gateway's own.";

function notAllowed(detail: string): Problem {
  return new Problem("ORIGIN_NOT_ALLOWED", detail);
}
