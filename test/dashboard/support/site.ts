import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A site of somebody else's, on an origin of its own, until the end of the test's scope. */
export class Site implements AsyncDisposable {
  readonly origin: string;
  readonly #close: () => Promise<void>;

  constructor(origin: string, close: () => Promise<void>) {
    this.origin = origin;
    this.#close = close;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#close();
  }
}

/**
 * Opens a site whose every page has the same body.
 * @param bodyOf made when it is asked for: whom it embeds may be opened later.
 * @param policy its Content-Security-Policy. Default: none.
 */
export async function openSite(bodyOf: () => string, policy?: () => string): Promise<Site> {
  const server = createServer((_request, answer) => {
    answer.setHeader("Content-Type", "text/html; charset=utf-8");
    if (policy !== undefined) answer.setHeader("Content-Security-Policy", policy());
    answer.end(`<!doctype html><html lang="en"><title>A shop</title><main><h1>A shop</h1></main>${bodyOf()}</html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${isOfNetwork(address) ? address.port : 0}`;
  return new Site(origin, async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
}

function isOfNetwork(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === "object" && address !== null;
}
