import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { type RequestOptions, request } from "node:https";
import path from "node:path";
import type { BotOptions } from "@keyturn/core";
import { openAnswerCheck } from "../../../packages/gateway/test-support/answer-check.ts";
import { EventReader } from "../../../packages/gateway/test-support/event-reader.ts";
import type { TestAnswer, TestRequest } from "../../../packages/gateway/test-support/exchange.ts";
import { type OpenGateway, bearer, openGateway } from "../../../packages/gateway/test-support/open-gateway.ts";
import type { GatewayOptions } from "../../../packages/gateway/src/index.ts";
import { Nginx, findFreePort, publicName } from "./nginx.ts";

/** The path below which the documentation publishes a bot. */
export const basePath = "/bots/keyturn";

/** How the proxy treats the base path. */
export type PrefixTreatment = "passed on" | "taken away";

/** What a test may set. */
export interface ProxiedGatewayOptions {
  readonly prefix?: PrefixTreatment;
  readonly bot?: BotOptions;
  /** Replaces what is right for this proxy. */
  readonly gateway?: Partial<GatewayOptions>;
  /** Further directives of the location. */
  readonly directives?: string;
}

/** A gateway behind a real nginx that ends TLS and publishes it below a path, until the end of the test's scope. */
export class ProxiedGateway implements AsyncDisposable {
  readonly open: OpenGateway;
  readonly nginx: Nginx;
  /** The URL in the address bar. */
  readonly url: string;
  /** The same without TLS, for clients that know no certificate. */
  readonly plainUrl: string;
  readonly #port: number;
  readonly #readers: EventReader[] = [];

  constructor(parts: Pick<ProxiedGateway, "open" | "nginx" | "url" | "plainUrl"> & { readonly port: number }) {
    this.open = parts.open;
    this.nginx = parts.nginx;
    this.url = parts.url;
    this.plainUrl = parts.plainUrl;
    this.#port = parts.port;
  }

  /** Starts a gateway, and nginx as docs/operations.md configures it. */
  static async start({ prefix = "passed on", bot = {}, gateway, directives = "" }: ProxiedGatewayOptions = {}) {
    const [port, plainPort] = [await findFreePort(), await findFreePort()];
    const url = `https://${publicName}:${port}${basePath}`;
    const open = await openGateway({ bot, gateway: { publicUrl: url, trustedProxies: ["127.0.0.1"], ...gateway } });
    try {
      const locations = documentedLocation(Number(new URL(open.url).port), prefix).replace(/\}\s*$/, `${directives}}`);
      const nginx = await Nginx.start({ port, plainPort, locations });
      return new ProxiedGateway({ open, nginx, url, plainUrl: `http://127.0.0.1:${plainPort}${basePath}`, port });
    } catch (error) {
      await open[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Sends a request through the proxy; its path is one of the gateway's own. Fails when the answer is not documented. */
  async exchange(sent: TestRequest): Promise<TestAnswer> {
    const answer = await this.#send(sent, async (incoming) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
      const text = Buffer.concat(chunks).toString();
      const json = () => JSON.parse(text) as unknown;
      return { status: incoming.statusCode ?? 0, headers: incoming.headers, text, json };
    });
    (await openAnswerCheck()).check(sent, answer);
    return answer;
  }

  /** Asks the API through the proxy, with the right token. */
  ask(method: string, target: string, headers: Readonly<Record<string, string>> = {}): Promise<TestAnswer> {
    return this.exchange({ method, path: `/api/v1${target}`, headers: { ...bearer, ...headers } });
  }

  /** Opens the events through the proxy. */
  async events(headers: Readonly<Record<string, string>> = bearer): Promise<EventReader> {
    const reader = await this.#send({ path: "/api/v1/events", headers }, (incoming, outgoing) =>
      Promise.resolve(new EventReader(outgoing, incoming)),
    );
    this.#readers.push(reader);
    return reader;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const reader of this.#readers) reader.close();
    await this.nginx[Symbol.asyncDispose]();
    await this.open[Symbol.asyncDispose]();
  }

  #send<Result>(
    { method = "GET", path: target, headers = {}, body, from }: TestRequest,
    take: (incoming: IncomingMessage, outgoing: ReturnType<typeof request>) => Promise<Result>,
  ): Promise<Result> {
    const options: RequestOptions = {
      host: "127.0.0.1",
      port: this.#port,
      servername: publicName,
      ca: this.nginx.certificate,
      agent: false,
      localAddress: from,
      method,
      path: basePath + target,
      headers: { Host: `${publicName}:${this.#port}`, ...headers },
    };
    return new Promise((resolve, reject) => {
      const outgoing = request(options, (incoming) => void take(incoming, outgoing).then(resolve, reject));
      outgoing.on("error", reject);
      outgoing.end(body);
    });
  }
}

const operationsPage = path.resolve(import.meta.dirname, "../../../docs/operations.md");

/** The block that people copy, with the port of this gateway. */
function documentedLocation(port: number, prefix: PrefixTreatment): string {
  const [, block] = /^```nginx\n([\s\S]*?)^```$/m.exec(readFileSync(operationsPage, "utf8")) ?? [];
  const upstream = "http://127.0.0.1:7420;";
  if (block?.includes(upstream) !== true) throw new Error(`docs/operations.md has no nginx block with ${upstream}`);
  return block.replace(upstream, `http://127.0.0.1:${port}${prefix === "taken away" ? "/" : ""};`);
}
