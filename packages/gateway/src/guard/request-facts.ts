import type { IncomingMessage } from "node:http";

/** What the guard looks at: the request as it came over the wire, before any library made a URL of it. */
export interface RequestFacts {
  /** Upper case. */
  readonly method: string;
  /** The target of the request line, such as `/api/v1/sessions?limit=5`. */
  readonly target: string;
  /** The path that routes are matched by. */
  readonly path: string;
  /** Every Host header. */
  readonly hosts: readonly string[];
  /** The other end of the connection. Forwarded headers are not looked at: anybody can send them. */
  readonly address: string;
  /** A header by its lower-case name. */
  readonly header: (name: string) => string | undefined;
}

/** The address of requests that come without a connection, through `gateway.fetch`. */
const inProcess = "in-process";

/** @param incoming the request of the HTTP server; undefined when the request was made by the host program itself. */
export function factsOf(request: Request, incoming: IncomingMessage | undefined): RequestFacts {
  const url = new URL(request.url);
  const header = (name: string) => request.headers.get(name) ?? undefined;
  if (incoming === undefined) {
    return {
      method: request.method,
      target: url.pathname + url.search,
      path: url.pathname,
      hosts: [header("host") ?? url.host],
      address: inProcess,
      header,
    };
  }
  return {
    method: request.method,
    target: incoming.url ?? "",
    path: url.pathname,
    hosts: incoming.headersDistinct["host"] ?? [],
    address: incoming.socket.remoteAddress ?? "unknown",
    header,
  };
}
