import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";

/** The answer to a POST. */
export interface PostAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Posts a body over a connection of its own, so that nothing is left open afterwards.
 * @throws Error when no answer comes, and the signal's reason when it aborts.
 */
export function postHttp(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<PostAnswer> {
  const open = url.startsWith("https:") ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const length = Buffer.byteLength(body).toString();
    const options = { method: "POST", agent: false, headers: { "content-length": length, ...headers }, signal };
    const request = open(url, options, (response) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece: Buffer) => pieces.push(piece));
      response.on("error", reject);
      response.on("end", () => {
        const read = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const);
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(read),
          body: Buffer.concat(pieces).toString("utf8"),
        });
      });
    });
    request.on("error", reject);
    request.end(body);
  });
}
