import type { ServerResponse } from "node:http";
import type { OpenAPIHono, RouteConfig } from "@hono/zod-openapi";
import type { Operation } from "@keyturn/core";
import type { Caller, VisitorCaller } from "../access/caller.ts";
import type { RequestFacts } from "../guard/request-facts.ts";
import type { Role } from "../guard/role.ts";
import type { GatewayParts } from "../gateway-parts.ts";
import type { Repetition } from "../http/idempotent-answers.ts";

/** What a route does: an operation of the core's policy where there is one, else the gateway's own name for it. */
export type RouteOperation =
  | Operation
  | "adapter.read"
  | "api.read"
  | "audit.read"
  | "code.create"
  | "dashboard.read"
  | "event.read"
  | "health.read"
  | "login.create"
  | "login.end"
  | "login.list"
  | "login.read"
  | "login.revoke"
  | "log.read"
  | "metrics.read"
  | "operation.cancel"
  | "operation.list"
  | "operation.read"
  | "readiness.read"
  | "plugin.list"
  | "run.list"
  | "run.read"
  | "run.stop"
  | "session.bulk"
  | "status.read"
  | "token.create"
  | "token.list"
  | "token.revoke"
  | "visitor.create"
  | "visitor.page"
  | "visitor.revoke"
  | "webchat.send"
  | "webhook.receive";

/** What the guard found out about a request before its handler runs. */
export interface Admission {
  readonly route: GatewayRoute;
  /** The path that the route was found by, without the base path. */
  readonly path: string;
  readonly facts: RequestFacts;
  /** Undefined on routes that ask for no credentials. */
  readonly caller: Caller | VisitorCaller | undefined;
  /** The body as text, counted and decoded; undefined on routes that take none. */
  readonly body: string | undefined;
  /** The body's bytes as they came, counted; on routes that take it raw. */
  readonly bytes?: Uint8Array<ArrayBuffer> | undefined;
}

/** What a handler finds in `context.env`. */
export interface RouteBindings {
  readonly admission: Admission;
  /** The answer as the HTTP server has it; undefined when the request came without a connection. */
  readonly outgoing: ServerResponse | undefined;
  /** Aborts when the client goes away before it has its answer. */
  readonly gone: AbortSignal;
}

/** The types of a handler's context. */
export interface RouteEnvironment {
  readonly Bindings: RouteBindings;
}

/** The application that routes are registered with. */
export type RouteApplication = OpenAPIHono<RouteEnvironment>;

/** One route: what it does, who may, its form (from which OpenAPI is generated), and its handler. */
export interface GatewayRoute {
  readonly operation: RouteOperation;
  readonly role: Role;
  readonly form: RouteConfig;
  /** Largest body, in bytes, where it is another than the gateway's. */
  readonly bodyLimitBytes?: number;
  /** The paths that there are, spelled as in the request, where a template says too little: any other one names nothing. */
  readonly exactPath?: RegExp;
  /** Headers of its good answers, in place of those that every answer of the API has. */
  readonly answerHeaders?: Readonly<Record<string, string>>;
  /** Names of headers that its handler sets, because they depend on how the gateway is set up: in its good answers alone. */
  readonly ownHeaders?: readonly string[];
  /** True for answers without an end: `HEAD` would open one for nothing. */
  readonly isStream?: boolean;
  /**
   * What an `Idempotency-Key` does here, for routes that create something: its form takes `idempotencyHeaders` and
   * documents `idempotencyProblems`. `refused` where the answer holds a secret, which is not kept.
   */
  readonly repetition?: Repetition;
  /** True where the body is taken as it comes, of any type: its handler checks who sent it. */
  readonly takesRawBody?: boolean;
  /** Adds the handler to the application. */
  readonly register: (application: RouteApplication, parts: GatewayParts) => void;
}
