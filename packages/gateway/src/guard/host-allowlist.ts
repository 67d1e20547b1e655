import { isIPv6 } from "node:net";
import { Problem } from "../problems/problem.ts";
import type { BasePath } from "./base-path.ts";
import { hintForHost } from "./public-url-hint.ts";
import type { RequestFacts } from "./request-facts.ts";

/** The names under which a browser reaches the machine that it runs on. A page of somebody else never has one of them. */
const loopbackNames: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

const hostPattern = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?$/;

/**
 * Which Host headers are answered. A page on the web can point its own name at this machine (DNS rebinding) and then is
 * "same origin"; the name in the Host header is what gives it away, so it is compared before anything else.
 */
export class HostAllowlist {
  readonly #names: ReadonlySet<string>;
  readonly #authorities: ReadonlySet<string>;
  readonly #basePath: BasePath;

  /**
   * @param names host names or addresses that are answered on any port, such as the address that is listened on.
   * @param publicUrl where a proxy publishes the gateway: answered under exactly its host and port.
   * @param basePath for what a refusal advises.
   */
  constructor(names: readonly string[], publicUrl: URL | undefined, basePath: BasePath) {
    this.#basePath = basePath;
    this.#names = new Set([...loopbackNames, ...names.map(toHostName)]);
    this.#authorities = new Set(publicUrl === undefined ? [] : authoritiesOf(publicUrl));
  }

  /** @throws Problem `HOST_NOT_ALLOWED` */
  check(facts: RequestFacts): void {
    const { hosts } = facts;
    const [host] = hosts;
    if (hosts.length === 1 && host !== undefined && this.#allows(host.toLowerCase())) return;
    throw new Problem(
      "HOST_NOT_ALLOWED",
      `This gateway does not answer under the name in the Host header. ${hintForHost(facts, this.#basePath)}`,
    );
  }

  #allows(host: string): boolean {
    if (this.#authorities.has(host)) return true;
    const name = hostPattern.exec(host)?.[1];
    return name !== undefined && this.#names.has(name);
  }
}

/** An IPv6 address has brackets in a Host header. */
function toHostName(name: string): string {
  return isIPv6(name) ? `[${name.toLowerCase()}]` : name.toLowerCase();
}

/** A browser leaves the port of the scheme away, a program may not. */
function authoritiesOf({ host, hostname, port, protocol }: URL): readonly string[] {
  return port === "" ? [host, `${hostname}:${protocol === "https:" ? 443 : 80}`] : [host];
}
