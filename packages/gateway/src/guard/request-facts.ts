import type { IncomingMessage } from "node:http";
import type { TrustedProxies } from "./trusted-proxies.ts";

/** What the guard looks at: the request as it came over the wire, before any library made a URL of it. */
export interface RequestFacts {
  /** Upper case. */
  readonly method: string;
  /** The target of the request line, such as `/api/v1/sessions?limit=5`. */
  readonly target: string;
  /** The path of the target, with the base path where the proxy passes it on. */
  readonly path: string;
  /** Every Host header. */
  readonly hosts: readonly string[];
  /** Where the request came from: the other end of the connection, or what a trusted proxy says was at its other end. */
  readonly address: string;
  /** The other end of the connection. */
  readonly peer: string;
  /** The port that it came in at. */
  readonly port: number;
  /** A header by its lower-case name. */
  readonly header: (name: string) => string | undefined;
}

/** The address of requests that come without a connection, through `gateway.fetch`. */
const inProcess = "in-process";

/** What is known of where the gateway stands. */
export interface RequestPlace {
  readonly proxies: TrustedProxies;
  /** The port of requests that come without a connection. */
  readonly port: number;
}

/** @param incoming the request of the HTTP server; undefined when the request was made by the host program itself. */
export function factsOf(
  request: Request,
  incoming: IncomingMessage | undefined,
  { proxies, port }: RequestPlace,
): RequestFacts {
  const url = new URL(request.url);
  const header = (name: string) => request.headers.get(name) ?? undefined;
  if (incoming === undefined) {
    return {
      method: request.method,
      target: url.pathname + url.search,
      path: url.pathname,
      hosts: [header("host") ?? url.host],
      address: inProcess,
      peer: inProcess,
      port,
      header,
    };
  }
  const peer = incoming.socket.remoteAddress ?? "unknown";
  return {
    method: request.method,
    target: incoming.url ?? "",
    path: url.pathname,
    hosts: incoming.headersDistinct["host"] ?? [],
    address: proxies.resolve(peer, header("x-forwarded-for")),
    peer,
    port: incoming.socket.localPort ?? port,
    header,
  };
}
