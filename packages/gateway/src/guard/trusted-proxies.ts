import { ConfigurationError } from "@keyturn/core";
import { BlockList, isIP } from "node:net";

/** Addresses that are read of a forwarded header at most: a longer one was made up. */
const mostHops = 32;

/**
 * The proxies whose word about an address is taken. `X-Forwarded-For` is walked from its end, which the nearest proxy
 * wrote, to the first address that is no proxy of ours: what stands before it, anybody can have sent.
 */
export class TrustedProxies {
  readonly #list = new BlockList();

  /**
   * @param proxies addresses, or networks such as `10.0.0.0/8`.
   * @throws ConfigurationError for anything else.
   */
  constructor(proxies: readonly string[]) {
    for (const proxy of proxies) this.#add(proxy);
  }

  /** Whether an address is one of them. */
  includes(address: string): boolean {
    const family = isIP(address);
    return family !== 0 && this.#list.check(address, family === 6 ? "ipv6" : "ipv4");
  }

  /** Where a request came from. @param peer the other end of the connection. */
  resolve(peer: string, forwarded: string | undefined): string {
    if (forwarded === undefined || !this.includes(peer)) return peer;
    let address = peer;
    for (const hop of forwarded.split(",").slice(-mostHops).toReversed()) {
      const plain = hop.trim();
      if (isIP(plain) === 0) return address;
      address = plain;
      if (!this.includes(address)) return address;
    }
    return address;
  }

  #add(proxy: string): void {
    const [address = "", prefix, ...rest] = proxy.split("/");
    const family = isIP(address);
    const longest = family === 6 ? 128 : 32;
    const length = prefix === undefined ? longest : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1;
    if (family === 0 || length < 0 || length > longest || rest.length > 0) {
      const expected = "expected are addresses such as 127.0.0.1, or networks such as 10.0.0.0/8.";
      throw new ConfigurationError(`trustedProxies has ${JSON.stringify(proxy)}; ${expected}`);
    }
    this.#list.addSubnet(address, length, family === 6 ? "ipv6" : "ipv4");
  }
}
