import { type Server, createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import type { Bot } from "@keyturn/core";

/** Where a channel's service calls, until `close`. */
export interface WebhookSite {
  readonly url: string;
  /** Breaks the next connections off: before what came is handed on, or after it, so that its answer gets lost. */
  readonly breakOff: (when: "before" | "after", times?: number) => void;
  readonly close: () => void;
}

/** Hands requests on to a channel of the bot, as a gateway does: 503 while it is off. */
export async function serveWebhook(getBot: () => Bot | undefined, channel: string): Promise<WebhookSite> {
  const left = { before: 0, after: 0 };
  const isBroken = (when: "before" | "after"): boolean => {
    if (left[when] === 0) return false;
    left[when] -= 1;
    return true;
  };
  const server: Server = createServer((incoming, response) => {
    void (async () => {
      const method = incoming.method ?? "GET";
      const bytes = await buffer(incoming);
      if (isBroken("before")) return void incoming.socket.resetAndDestroy();
      const headers = new Headers();
      for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
      const body = method === "GET" ? null : new Uint8Array(bytes);
      const answer = await getBot()?.receiveWebhook(
        channel,
        new Request(`http://bot.example${incoming.url ?? "/"}`, { method, headers, body }),
      );
      if (isBroken("after")) return void incoming.socket.resetAndDestroy();
      const given = answer instanceof Response ? answer : new Response(null, { status: 503 });
      response.writeHead(given.status, Object.fromEntries(given.headers));
      response.end(Buffer.from(await given.arrayBuffer()));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    breakOff: (when, times = 1) => void (left[when] += times),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
