import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "@keyturn/core";
import type { BasePath } from "../guard/base-path.ts";
import type { Guard } from "../guard/guard.ts";
import { type RequestFacts, type RequestPlace, factsOf } from "../guard/request-facts.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { problemOfError } from "../problems/problem-of-error.ts";
import { problemResponse } from "../problems/problem-response.ts";
import type { Admission, GatewayRoute, RouteApplication, RouteBindings } from "../routes/route.ts";
import { ClientGoneError, clientGoneResponse } from "./client-gone.ts";
import { headersOfAnswer } from "./answer-headers.ts";
import { redactedQuery } from "./redacted-target.ts";
import { createRequestId } from "./request-id.ts";
import type { RequestLog } from "./request-log.ts";

/** The parts that a request handler is made of. */
export interface RequestHandlerParts {
  readonly guard: Guard;
  readonly place: RequestPlace;
  readonly basePath: BasePath;
  readonly application: RouteApplication;
  /** Told of every answer; undefined when metrics are off. */
  readonly metrics: Pick<Metrics, "observeRequest"> | undefined;
  readonly clock: Clock;
  readonly log: RequestLog;
}

/** A request and its answer as the HTTP server has them. */
export interface Connection {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/** Statuses that tell of somebody who tries what they may not. */
const suspicious: ReadonlySet<number> = new Set([401, 403, 421, 429]);

/** Brings a request through the guard to its handler, and makes an answer of whatever comes of it. */
export class RequestHandler {
  readonly #parts: RequestHandlerParts;

  constructor(parts: RequestHandlerParts) {
    this.#parts = parts;
  }

  /** Never rejects. @param connection undefined when the request came without one. */
  handle(request: Request, connection: Connection | undefined): Promise<Response> {
    const requestId = createRequestId();
    return this.#parts.log.during(requestId, () => this.#handle(request, connection, requestId));
  }

  async #handle(request: Request, connection: Connection | undefined, requestId: string): Promise<Response> {
    const { guard, place, application, metrics, clock } = this.#parts;
    const begunAt = clock.monotonic();
    const facts = factsOf(request, connection?.incoming, place);
    let route: GatewayRoute | undefined;
    let response: Response;
    try {
      const found = guard.findRoute(facts);
      route = found.route;
      const admission = await guard.admit(found, request, facts);
      const bindings: RouteBindings = {
        admission,
        outgoing: connection?.outgoing,
        // Made when somebody looks at it: most handlers are done before anybody could go away.
        get gone() {
          return request.signal;
        },
      };
      response = await application.fetch(withBody(request, admission), bindings);
    } catch (error) {
      response = this.#fail(error, requestId);
    }
    const milliseconds = clock.monotonic() - begunAt;
    this.#log(facts, route, response.status, milliseconds);
    const { method } = facts;
    metrics?.observeRequest({ route: route?.form.path, method, status: response.status, seconds: milliseconds / 1000 });
    return this.#finish(response, requestId, route);
  }

  /** The answer to something that never became a request. */
  refuse(error: unknown): Response {
    const requestId = createRequestId();
    const response = this.#parts.log.during(requestId, () => this.#fail(error, requestId));
    return this.#finish(response, requestId);
  }

  /** The client is told what it can mend; the cause of everything else goes to the log. */
  #fail(error: unknown, requestId: string): Response {
    if (error instanceof ClientGoneError) return clientGoneResponse();
    const problem = problemOfError(error);
    // A denial has a cause when the policy did not say no but failed. Of others, the cause may hold what was sent.
    const isOurs = problem.status >= 500 || problem.code === "NOT_AUTHORIZED";
    if (isOurs && problem.cause !== undefined) {
      this.#parts.log.error({ code: problem.code, err: problem.cause }, "A request failed.");
    }
    return problemResponse(problem, requestId);
  }

  #finish(response: Response, requestId: string, route?: GatewayRoute): Response {
    const own = response.status < 400 ? route : undefined;
    for (const [name, value] of headersOfAnswer(requestId, own)) response.headers.set(name, value);
    // Routes name each other by their own paths; whoever reads the answer needs the one that leads here.
    const location = response.headers.get("Location");
    if (location?.startsWith("/") === true) response.headers.set("Location", this.#parts.basePath.publish(location));
    return response;
  }

  #log(facts: RequestFacts, route: GatewayRoute | undefined, status: number, milliseconds: number): void {
    const { log } = this.#parts;
    const fields = {
      method: facts.method,
      // Never the path itself: it may hold anything.
      route: route?.form.path ?? "(none)",
      query: redactedQuery(facts.target),
      status,
      milliseconds,
      address: facts.address,
    };
    if (suspicious.has(status)) log.warn(fields, "A request was refused.");
    else log.debug(fields, "A request was answered.");
  }
}

/** The request with the body that the guard read; one without a body has an empty object for one. */
function withBody(request: Request, { body, bytes }: Admission): Request {
  if (bytes !== undefined) {
    const { method, url, headers } = request;
    return new Request(url, { method, headers: [...headers], body: bytes.byteLength === 0 ? null : bytes });
  }
  if (body === undefined) return request;
  const headers = new Headers([...request.headers]);
  headers.set("Content-Type", "application/json");
  return new Request(request.url, { method: request.method, headers, body });
}
