/** A browser, as far as pages of links and cookies need one. */
export class Browser {
  readonly #cookies = new Map<string, string>();

  /** The cookies that it holds, by name. */
  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies;
  }

  async open(
    url: string | URL,
  ): Promise<{ readonly status: number; readonly text: string; readonly headers: Headers }> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(url, { headers: { cookie }, redirect: "manual" });
    for (const set of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = set.split(";", 1)[0]?.split("=") ?? [];
      this.#cookies.set(name, value);
    }
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  }
}

/** The address of a page's link. */
export function linkOf(page: string): string {
  const [, address = ""] = /<a href="([^"]*)">/.exec(page) ?? [];
  return address.replaceAll(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)));
}
