import type { IncomingMessage, ServerResponse } from "node:http";
import type { Faults } from "../faults/faults.ts";
import type { BotAccount } from "../world/bot-account.ts";
import { ApiDescription, type Violation } from "./api-description.ts";
import { ApiError, type FieldError } from "./api-error.ts";
import { readBody } from "./read-body.ts";
import type { RateLimitState, RateLimits } from "./rate-limits.ts";
import type { Authentication, RecordedRequest } from "./recorded-request.ts";
import { sendAnswer, sendFault } from "./send-answer.ts";
import { RestCall } from "./rest-call.ts";
import type { RestAnswer, RestScene, Route } from "./route.ts";
import { findRoute } from "./route-table.ts";

/** What the REST side is made of. */
export interface RestServerParts {
  readonly scene: RestScene;
  readonly faults: Faults;
  readonly limits: RateLimits;
  /** Whether answers are compared with the description. */
  readonly validate: boolean;
}

/** Takes requests below `/api/v10`, one after the other: read, recorded, met by a fault, checked, handled, answered. */
export class RestServer {
  /** Every request, in order. */
  readonly requests: RecordedRequest[] = [];
  /** What was not as Discord's description says. */
  readonly violations: Violation[] = [];
  readonly #parts: RestServerParts;
  readonly #description = ApiDescription.open();

  constructor(parts: RestServerParts) {
    this.#parts = parts;
  }

  /** Takes one request whose path below `/api/v10` is `path`. */
  async take(incoming: IncomingMessage, response: ServerResponse, url: URL, path: string): Promise<void> {
    const { world } = this.#parts.scene;
    const found = findRoute(incoming.method ?? "GET", path);
    const { request, problem } = await this.#record(incoming, url, path, found);
    const fault = this.#parts.faults.take(request);
    const tell = (status: number, body: unknown) => {
      request.answer = { status, body, at: world.clock.now() };
      world.notices.tell(`${request.method} ${path} ${status}`);
    };
    const isBefore = fault !== undefined && !("afterCommit" in fault && fault.afterCommit === true);
    if (isBefore && sendFault(response, fault, world.clock, tell)) return;
    const { answer, headers } = this.#answer(request, found?.route, problem);
    if (fault !== undefined && !isBefore && sendFault(response, fault, world.clock, tell)) return;
    const delay = fault?.kind === "slow" ? fault.milliseconds : 0;
    sendAnswer(response, answer, headers, delay, world.clock, () => tell(answer.status, answer.body));
  }

  async #record(incoming: IncomingMessage, url: URL, path: string, found: ReturnType<typeof findRoute>) {
    const { world } = this.#parts.scene;
    let json: unknown;
    let files: RecordedRequest["files"] = [];
    let problem: ApiError | undefined;
    try {
      ({ json, files } = await readBody(incoming));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      problem = error;
    }
    const request: RecordedRequest = {
      number: this.requests.length + 1,
      at: world.clock.now(),
      method: incoming.method ?? "GET",
      path,
      route: found?.route.path ?? "",
      parameters: found?.parameters ?? {},
      query: Object.fromEntries(url.searchParams),
      ...this.#authenticate(incoming.headers.authorization),
      body: json,
      files,
      isCommitted: false,
      answer: undefined,
    };
    this.requests.push(request);
    world.notices.tell(`${request.method} ${path}`);
    return { request, problem };
  }

  #authenticate(header: string | undefined): { authentication: Authentication; bot: BotAccount | undefined } {
    if (header === undefined) return { authentication: "none", bot: undefined };
    const bot = this.#parts.scene.world.bots.find(({ token }) => header === `Bot ${token}`);
    return { authentication: bot === undefined ? "other" : "bot", bot };
  }

  #answer(request: RecordedRequest, route: Route | undefined, problem: ApiError | undefined) {
    const limit = this.#parts.limits.count(request);
    try {
      if (route === undefined) throw new ApiError("notFound");
      if (route.isTokenInPath !== true && request.bot === undefined) throw new ApiError("unauthorized");
      if (problem !== undefined) throw problem;
      if (limit.isExceeded)
        return { answer: presentLimit(limit), headers: { ...limit.headers, ...limitHeaders(limit) } };
      this.#checkRequest(request);
      const answer = route.handle(new RestCall(request), this.#parts.scene);
      request.isCommitted = true;
      this.#checkAnswer(request, answer);
      return { answer, headers: limit.headers };
    } catch (error) {
      if (error instanceof ApiError)
        return { answer: { status: error.status, body: error.body }, headers: limit.headers };
      throw error;
    }
  }

  #checkRequest(request: RecordedRequest): void {
    const fields = this.#description.requestFaults(request.method, request.route, request.body);
    if (fields.length === 0) return;
    this.#report("request", request, fields);
    throw new ApiError("invalidFormBody", fields);
  }

  #checkAnswer(request: RecordedRequest, { status, body }: RestAnswer): void {
    if (!this.#parts.validate) return;
    const fields = this.#description.answerFaults(request.method, request.route, status, toJson(body));
    if (fields.length > 0) this.#report("answer", request, fields);
  }

  #report(kind: Violation["kind"], { method, route }: RecordedRequest, fields: readonly FieldError[]): void {
    this.violations.push({ kind, method, route, fields });
  }
}

function presentLimit({ resetAfter }: RateLimitState): RestAnswer {
  const body = { message: "You are being rate limited.", retry_after: resetAfter, global: false };
  return { status: 429, body };
}

function limitHeaders({ resetAfter }: RateLimitState): Readonly<Record<string, string>> {
  return { "Retry-After": String(Math.ceil(resetAfter)), "X-RateLimit-Scope": "user" };
}

function toJson(body: unknown): unknown {
  return body === undefined ? undefined : JSON.parse(JSON.stringify(body));
}
