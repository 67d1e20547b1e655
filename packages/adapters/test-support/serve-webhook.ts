import { type Server, createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import type { Bot } from "@keyturn/core";

/** Hands requests on to a channel of the bot, as a gateway does: 503 while it is off. */
export async function serveWebhook(
  getBot: () => Bot | undefined,
  channel: string,
): Promise<{ url: string; close: () => void }> {
  const server: Server = createServer((incoming, response) => {
    void (async () => {
      const method = incoming.method ?? "GET";
      const bytes = await buffer(incoming);
      const headers = new Headers();
      for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
      const body = method === "GET" ? null : new Uint8Array(bytes);
      const answer = await getBot()?.receiveWebhook(
        channel,
        new Request(`http://bot.example${incoming.url ?? "/"}`, { method, headers, body }),
      );
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
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
