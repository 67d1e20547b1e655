import { ConfigurationError, type Logger } from "@keyturn/core";
import { type RequestListener, type Server, createServer } from "node:http";
import { isIPv6 } from "node:net";
import type { CheckedGatewayOptions, GatewayLimits } from "../gateway-options.ts";
import { answerConnectionFaults } from "./connection-faults.ts";

/** How often the server looks for requests that take too long, in milliseconds; small beside the limits themselves. */
const longestCheckMilliseconds = 1_000;

const hints: Readonly<Record<string, string>> = {
  EADDRINUSE: "Something else listens there: stop it, or set `port` to another one (0 takes any that is free).",
  EACCES: "The system does not allow it: set `port` to 1024 or above.",
  EADDRNOTAVAIL: "This machine has no such address: set `host` to one that it has.",
  ENOTFOUND: "There is no such name: set `host` to an address of this machine.",
};

/** An HTTP server with limits, that can be opened once and closed. */
export class HttpServer {
  readonly #server: Server;
  readonly #limits: GatewayLimits;
  readonly #log: Logger;
  #opened: Promise<{ readonly url: string }> | undefined;
  #closed: Promise<void> | undefined;

  constructor(listener: RequestListener, limits: GatewayLimits, log: Logger) {
    this.#limits = limits;
    this.#log = log;
    this.#server = createServer(
      {
        maxHeaderSize: limits.headerBytes,
        requestTimeout: limits.requestMilliseconds,
        headersTimeout: limits.headersMilliseconds,
        keepAliveTimeout: limits.idleMilliseconds,
        connectionsCheckingInterval: Math.min(longestCheckMilliseconds, limits.headersMilliseconds),
      },
      listener,
    );
    // Without this, Node.js answers an unknown `Expect` header by itself, in words that are not ours.
    this.#server.on("checkExpectation", listener);
    // What ends while the server closes leaves a connection behind that would otherwise stay open for the next request.
    this.#server.on("request", ({ socket }, answer) =>
      answer.once("close", () => {
        if (this.#closed !== undefined) socket.end();
      }),
    );
    answerConnectionFaults(this.#server, this.#log);
  }

  /**
   * Listens. Calling it again gives the answer of the first call.
   * @throws ConfigurationError when the address or port cannot be had, or the server was closed.
   */
  open({ host, port }: Pick<CheckedGatewayOptions, "host" | "port">): Promise<{ readonly url: string }> {
    if (this.#closed !== undefined) {
      return Promise.reject(new ConfigurationError("The gateway was closed. Make a new one to listen again."));
    }
    this.#opened ??= new Promise((resolve, reject) => {
      const fail = (error: Error) => reject(cannotListen(host, port, error));
      this.#server.once("error", fail);
      this.#server.listen(port, host, () => {
        this.#server.off("error", fail);
        // Such as too many open files: connections are refused for a while, and the process goes on.
        this.#server.on("error", (error) => this.#log.error({ err: error }, "A connection could not be taken."));
        resolve({ url: this.#url(host, port) });
      });
    });
    return this.#opened;
  }

  /** Takes no further connection, lets open requests end for a while, then cuts them off. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    const isClosed = new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
    const cutOff = setTimeout(() => this.#server.closeAllConnections(), this.#limits.closeMilliseconds);
    await isClosed;
    clearTimeout(cutOff);
  }

  #url(host: string, wantedPort: number): string {
    const address = this.#server.address();
    const port = typeof address === "object" && address !== null ? address.port : wantedPort;
    const reachable = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
    return `http://${isIPv6(reachable) ? `[${reachable}]` : reachable}:${port}`;
  }
}

function cannotListen(host: string, port: number, error: Error): ConfigurationError {
  const hint = "code" in error && typeof error.code === "string" ? hints[error.code] : undefined;
  return new ConfigurationError(`Could not listen on ${host}, port ${port}. ${hint ?? error.message}`, error);
}
