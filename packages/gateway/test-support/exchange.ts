import { type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";

/** A request that a test sends. */
export interface TestRequest {
  readonly method?: string;
  /** Sent as it is, whatever it is. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  /** The address that it comes from, such as `127.0.0.2`. Default: the system's choice. */
  readonly from?: string | undefined;
}

/** An answer, read to its end. */
export interface TestAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The text as JSON. */
  readonly json: () => unknown;
}

/** Sends a request over a connection of its own, with exactly the headers that are given (and a length for the body). */
export function exchange(
  url: string,
  { method = "GET", path, headers = {}, body, from }: TestRequest,
): Promise<TestAnswer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
    const outgoing = request(
      { hostname, port, path, method, agent: false, localAddress: from, headers: { ...length, ...headers } },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("error", reject);
        incoming.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text,
            json: () => JSON.parse(text) as unknown,
          });
        });
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** Sends bytes as they are and gives back everything that comes until the server closes the connection. */
export function exchangeRaw(url: string, bytes: string | Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    const chunks: Buffer[] = [];
    socket.on("data", (chunk) => chunks.push(chunk));
    // A server that refuses what is still being sent resets the connection; what it said before counts.
    socket.on("error", (error) => (chunks.length === 0 ? reject(error) : resolve(Buffer.concat(chunks).toString())));
    socket.on("close", () => resolve(Buffer.concat(chunks).toString()));
  });
}

/** The status of an answer that `exchangeRaw` gave. */
export function statusOfRaw(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 0);
}
