import type { GatewayRoute } from "../../src/routes/route.ts";
import { bearerOf, logIn, makeToken } from "../access.ts";
import type { TestAnswer, TestRequest } from "../exchange.ts";
import { type OpenGateway, bearer, openGateway } from "../open-gateway.ts";
import { type Visitor, makeVisitor } from "../visitors.ts";
import { unreadableStore, unreadableToken } from "./access-cases.ts";

/** Limits that end a request which does not arrive, in milliseconds: as short as can be told from one that does. */
const shortLimits = { requestMilliseconds: 400, headersMilliseconds: 400 };

const exhausted = "127.0.0.9";

/**
 * Brings about, of any route, the answers that it shares with all others of its kind: those that are given at the door.
 * What a route's own form refuses is in malformed.test.ts, and what its own calls come to in own-faults.test.ts.
 */
export class DoorCases implements AsyncDisposable {
  readonly #open: OpenGateway;
  readonly #slow: OpenGateway;
  /** Nobody can say what its token is. */
  readonly #faulty: OpenGateway;
  /** Its store of tokens cannot be read. */
  readonly #unreadable: OpenGateway;
  readonly #cookie: string;
  readonly #viewer: Readonly<Record<string, string>>;
  /** Of visitors: of the first gateway, and of the slow one. */
  readonly #visitors: readonly [Readonly<Record<string, string>>, Readonly<Record<string, string>>];
  #addresses = 0;

  private constructor(
    [open, slow, faulty, unreadable]: readonly [OpenGateway, OpenGateway, OpenGateway, OpenGateway],
    cookie: string,
    viewer: string,
    visitors: readonly [Visitor, Visitor],
  ) {
    this.#open = open;
    this.#slow = slow;
    this.#faulty = faulty;
    this.#unreadable = unreadable;
    this.#cookie = cookie;
    this.#viewer = bearerOf(viewer);
    this.#visitors = [visitors[0].headers, visitors[1].headers];
  }

  /** Opens the gateways. */
  static async open(): Promise<DoorCases> {
    const open = await openGateway();
    const slow = await openGateway({ gateway: { limits: shortLimits } });
    const gateways = [
      open,
      slow,
      await openGateway({ gateway: { token: () => Promise.reject(new Error("nobody foresaw this")) } }),
      await openGateway({ gateway: { access: unreadableStore } }),
    ] as const;
    const wrong = { path: "/api/v1/status", headers: bearerOf("a-wrong-token-of-nobody"), from: exhausted };
    for (let tries = 0; tries < 10; tries += 1) await open.exchange(wrong);
    const visitors = [await makeVisitor(open), await makeVisitor(slow)] as const;
    return new DoorCases(gateways, await logIn(open), (await makeToken(open, "viewer")).token, visitors);
  }

  /** The answer with a status; undefined when there is no way that holds for every route. */
  ask({ form, role }: GatewayRoute, status: number): Promise<TestAnswer> | undefined {
    const method = form.method.toUpperCase();
    const path = form.path.replaceAll(/\{\w+\}/g, "x");
    const send = (open: OpenGateway, rest: Omit<TestRequest, "path"> = {}) => open.exchange({ method, path, ...rest });
    const isOpen = role === "none";
    const isOfVisitors = role === "visitor";
    const [good, slowGood] = isOfVisitors ? this.#visitors : [bearer, bearer];
    switch (status) {
      case 400:
        if (isOpen) return send(this.#open, { headers: { Host: "not a name" } });
        return send(this.#open, { headers: { ...bearer, Cookie: this.#cookie }, from: this.#nextAddress() });
      case 401:
        return isOpen ? undefined : send(this.#open);
      case 403:
        if (isOpen) return undefined;
        if (role !== "viewer") return send(this.#open, { headers: this.#viewer });
        return send(this.#open, { headers: { Cookie: this.#cookie, "Sec-Fetch-Site": "cross-site" } });
      case 408:
        return send(this.#slow, {
          headers: { ...slowGood, "Content-Type": "application/json", "Content-Length": "100" },
          body: "{",
        });
      case 413:
        return send(this.#open, {
          headers: { ...good, "Content-Type": "application/json", "Content-Length": "999999999" },
        });
      case 415:
        return send(this.#open, { headers: { ...good, "Content-Type": "text/plain" }, body: "hello" });
      case 421:
        return send(this.#open, { headers: { Host: "evil.example" } });
      case 426:
        return send(this.#open, { headers: { Upgrade: "websocket", Connection: "Upgrade" } });
      case 429:
        return isOpen ? undefined : send(this.#open, { headers: bearer, from: exhausted });
      case 500:
        return isOpen ? undefined : send(this.#faulty, { headers: bearer });
      case 503:
        return isOpen ? undefined : send(this.#unreadable, { headers: bearerOf(unreadableToken) });
      default:
        return undefined;
    }
  }

  /** An address of its own for each: both credentials at once count as a wrong try. */
  #nextAddress(): string {
    this.#addresses += 1;
    return `127.0.1.${this.#addresses}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const gateways = [this.#open, this.#slow, this.#faulty, this.#unreadable];
    await Promise.all(gateways.map((gateway) => gateway[Symbol.asyncDispose]()));
  }
}
