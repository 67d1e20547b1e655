import { type IncomingMessage, type ServerResponse, createServer, request } from "node:http";
import { pipeline } from "node:stream/promises";

/** What stands before processes that follow one another: who comes between two of them waits for the next one. */
export class Front {
  readonly #server = createServer((incoming, response) => void this.#hand(incoming, response));
  #target = Promise.withResolvers<number>();
  #cuts = 0;

  /** Opens it; resolves with its address. */
  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/`;
  }

  /** From now on a process listens there. */
  leadTo(port: number): void {
    this.#target.resolve(port);
  }

  /** From now on none listens. */
  hold(): void {
    this.#target = Promise.withResolvers();
  }

  /** Loses the next answers on their way back; those to what is sent again arrive. */
  loseAnswers(times: number): void {
    this.#cuts += times;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #hand(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, headers, url: path } = incoming;
    try {
      const outgoing = request({ host: "127.0.0.1", port: await this.#target.promise, method, headers, path });
      const answered = new Promise<IncomingMessage>((resolve, reject) => {
        outgoing.once("response", resolve).once("error", reject);
      });
      // Both fail where the process is killed in the middle of it.
      const [answer] = await Promise.all([answered, pipeline(incoming, outgoing)]);
      if (this.#cuts > 0 && headers["x-slack-retry-num"] === undefined) {
        this.#cuts -= 1;
        throw new Error("The answer got lost.");
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      await pipeline(answer, response);
    } catch {
      // The process was killed, or the answer is to be lost: Slack sees a connection that breaks.
      incoming.socket.resetAndDestroy();
    }
  }
}
