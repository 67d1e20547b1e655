import { absoluteMilliseconds } from "./access-register.ts";

/**
 * The cookie of a login. Scripts cannot read it, and no browser sends it with what a page of another site asks for. Under
 * TLS its name keeps other hosts and plain HTTP from setting it; without TLS its name has the port, since cookies are
 * shared by all ports of a machine. Under a base path it goes to that path alone, where browsers do not allow the name
 * that keeps subdomains from setting it (docs/decisions/0021).
 */
export class LoginCookie {
  readonly #isSecure: boolean;
  readonly #basePath: string;

  /** @param publicUrl where others reach the gateway. @param basePath empty for none. */
  constructor(publicUrl: URL | undefined, basePath: string) {
    this.#basePath = basePath;
    this.#isSecure = publicUrl?.protocol === "https:";
  }

  /** Its value in a Cookie header; undefined when it is not there. @param port where the request came in. */
  read(header: string | undefined, port: number): string | undefined {
    const prefix = `${this.nameAt(port)}=`;
    const pairs = header?.split(";").map((pair) => pair.trim()) ?? [];
    return pairs.find((pair) => pair.startsWith(prefix))?.slice(prefix.length);
  }

  /** The Set-Cookie header that gives a browser the cookie. */
  set(value: string, port: number): string {
    return this.#format(value, port, absoluteMilliseconds / 1_000);
  }

  /** The Set-Cookie header that takes it away. */
  clear(port: number): string {
    return this.#format("", port, 0);
  }

  /** What the cookie is called. @param port where the request came in. */
  nameAt(port: number): string {
    if (!this.#isSecure) return `gw_${port}`;
    return this.#basePath === "" ? "__Host-gw" : "__Secure-gw";
  }

  #format(value: string, port: number, seconds: number): string {
    const secure = this.#isSecure ? "; Secure" : "";
    const path = this.#basePath === "" ? "/" : this.#basePath;
    return `${this.nameAt(port)}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
  }
}
