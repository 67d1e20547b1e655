import { ConfigurationError } from "@keyturn/core";
import type { RequestFacts } from "./request-facts.ts";
import type { GrantedRole } from "./role.ts";
import { areSecretsEqual } from "./secret.ts";
import { tokenPattern } from "./token-pattern.ts";
import type { TrustedProxies } from "./trusted-proxies.ts";

/** How a proxy in front says who somebody is: it has asked them itself. Off unless it is given. */
export interface ProxyIdentityOptions {
  /** The header with the person's name, such as `X-Forwarded-User`. The proxy must remove it from what clients send. */
  readonly userHeader: string;
  /** The header with the secret, which the proxy adds, such as `X-Proxy-Secret`. */
  readonly secretHeader: string;
  /** What the proxy proves itself with, 16 to 512 visible ASCII characters. Who else listens here does not know it. */
  readonly secret: string;
  /** What each person may do, by name. */
  readonly roles: Readonly<Record<string, GrantedRole>>;
  /** What everybody else may do whom the proxy lets through. Default: nothing. */
  readonly otherRole?: GrantedRole | undefined;
}

/** Somebody of whom a proxy said who they are. */
export interface ProxyUser {
  readonly name: string;
  /** Undefined when nothing was said of what they may do. */
  readonly role: GrantedRole | undefined;
}

/** Longest name that is taken, in characters. */
const longestName = 200;

/** Reads who somebody is from what a proxy says. What they may do is said by the options, and by no header. */
export class ProxyIdentity {
  readonly #options: ProxyIdentityOptions;
  readonly #proxies: TrustedProxies;

  /** @param proxies from where a proxy's word is taken at all. */
  constructor(options: ProxyIdentityOptions, proxies: TrustedProxies) {
    this.#options = options;
    this.#proxies = proxies;
  }

  /** Whether a request says who somebody is. */
  isClaimed(facts: RequestFacts): boolean {
    return facts.header(this.#options.userHeader) !== undefined;
  }

  /** Whether it has something to prove it with, right or wrong. */
  isTry(facts: RequestFacts): boolean {
    return facts.header(this.#options.secretHeader) !== undefined;
  }

  /** Who somebody is; undefined when it does not come from the proxy. */
  read(facts: RequestFacts): ProxyUser | undefined {
    const { userHeader, secretHeader, secret, roles, otherRole } = this.#options;
    const isProven = areSecretsEqual(facts.header(secretHeader) ?? "", secret);
    const name = facts.header(userHeader)?.trim() ?? "";
    if (!isProven || !this.#proxies.includes(facts.peer) || name === "" || name.length > longestName) return undefined;
    return { name, role: Object.hasOwn(roles, name) ? roles[name] : otherRole };
  }
}

/**
 * Checks how a proxy says who somebody is.
 * @throws ConfigurationError that names the option, and never the secret.
 */
export function checkProxyIdentity(options: ProxyIdentityOptions, trustedProxies: readonly string[]): void {
  for (const name of ["userHeader", "secretHeader"] as const) {
    if (/^[\w-]{1,100}$/.test(options[name])) continue;
    throw new ConfigurationError(`proxyIdentity.${name} is no name of a header, such as X-Forwarded-User.`);
  }
  if (!tokenPattern.test(options.secret)) {
    throw new ConfigurationError("proxyIdentity.secret must be 16 to 512 visible ASCII characters.");
  }
  if (trustedProxies.length === 0) {
    throw new ConfigurationError("proxyIdentity needs trustedProxies: the addresses that the proxy connects from.");
  }
}
