import type { ServerResponse } from "node:http";

/** What goes back to whoever asked. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body: Readonly<Record<string, unknown>> | string | Uint8Array;
}

/** Sends a reply: fields as JSON, texts and bytes as they are. */
export function sendReply(response: ServerResponse, reply: Reply): void {
  if (response.destroyed || response.writableEnded) return;
  const isFields = typeof reply.body !== "string" && !(reply.body instanceof Uint8Array);
  const type = isFields ? "application/json; charset=utf-8" : "text/plain; charset=utf-8";
  response.writeHead(reply.status, { "content-type": type, ...reply.headers });
  response.end(isFields ? JSON.stringify(reply.body) : reply.body);
}
