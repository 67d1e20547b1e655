import { type Bot, type SessionId, isSessionId } from "@keyturn/core";
import { Problem } from "../problems/problem.ts";
import type { Admission, GatewayRoute } from "../routes/route.ts";
import type { Caller, VisitorCaller } from "../access/caller.ts";
import type { Authenticator } from "./authenticator.ts";
import { type BrowserRules, isReading } from "./browser-rules.ts";
import { checkDeclaredSize, checkMediaType, readBody, readBytes } from "./body.ts";
import type { HostAllowlist } from "./host-allowlist.ts";
import type { RequestFacts } from "./request-facts.ts";
import { includesRole } from "./role.ts";
import type { FoundRoute, RouteMatcher } from "./route-matcher.ts";

/** The parts that a guard is made of. */
export interface GuardParts {
  readonly hosts: HostAllowlist;
  readonly routes: RouteMatcher;
  readonly authenticator: Authenticator;
  readonly browsers: BrowserRules;
  readonly audit: Pick<Bot, "recordAudit">;
  /** Largest body, in bytes. */
  readonly bodyLimitBytes: number;
}

/**
 * What every request passes before its handler, in this order: each step costs more than the one before, or tells more.
 * After it come the validation of the route's form and the core's operation, which authorizes, locks and audits.
 */
export class Guard {
  readonly #parts: GuardParts;

  constructor(parts: GuardParts) {
    this.#parts = parts;
  }

  /**
   * The first steps, which ask nobody who they are: under the right name, for this protocol, for something that exists.
   * @throws Problem that says which step refused the request.
   */
  findRoute(facts: RequestFacts): FoundRoute {
    const { hosts, routes } = this.#parts;
    checkTarget(facts);
    hosts.check(facts);
    refuseUpgrade(facts);
    return routes.find(facts);
  }

  /**
   * The further steps: size, credentials, origin, role, media type, and the body itself, read only for those who may send one.
   * @throws Problem that says which step refused the request.
   */
  async admit(found: FoundRoute, request: Request, facts: RequestFacts): Promise<Admission> {
    const { route, path } = found;
    const bodyLimitBytes = route.bodyLimitBytes ?? this.#parts.bodyLimitBytes;
    checkDeclaredSize(facts, bodyLimitBytes);
    const caller = await this.#identify(found, facts);
    if (route.takesRawBody === true) {
      return { route, path, facts, caller, body: undefined, bytes: await readBytes(request, bodyLimitBytes) };
    }
    checkMediaType(facts, route);
    const takesBody = route.form.request?.body !== undefined;
    return { route, path, facts, caller, body: takesBody ? await readBody(request, bodyLimitBytes) : undefined };
  }

  /** Who sent a request, when they may send it; undefined where nobody is asked. */
  async #identify(found: FoundRoute, facts: RequestFacts): Promise<Caller | VisitorCaller | undefined> {
    const { route } = found;
    const { authenticator, browsers } = this.#parts;
    if (route.role === "none") {
      // A page of somebody else must not log a browser in as somebody else either.
      if (!isReading(facts)) browsers.checkOrigin(facts);
      return undefined;
    }
    const caller = await authenticator.authenticate(facts);
    try {
      if (caller.isAmbient) browsers.checkAmbient(facts);
      checkRole(route, caller);
    } catch (error) {
      // What anybody can bring about, as often as they like, is no line of the audit log: it would crowd the others out.
      if (caller.role === "visitor") throw error;
      if (!isReading(facts) && error instanceof Problem) await this.#noteDenial(found, facts, caller, error.code);
      throw error;
    }
    return caller;
  }

  async #noteDenial(
    { route, path }: FoundRoute,
    facts: RequestFacts,
    { actor }: Caller,
    reason: string,
  ): Promise<void> {
    const { operation } = route;
    const sessionId = sessionIdIn(route.form.path, path);
    await this.#parts.audit.recordAudit({
      actor,
      operation,
      sessionId,
      address: facts.address,
      reason,
      outcome: "denied",
    });
  }
}

/** A target with a host of its own is for proxies, and would hide the Host header. */
function checkTarget({ target }: RequestFacts): void {
  if (target.startsWith("/")) return;
  throw new Problem("TARGET_NOT_ALLOWED", "This is no proxy: ask for a path, such as /api/v1/sessions, not for a URL.");
}

/** A browser's upgrade is a GET that no rule for other methods sees; there is nothing here to upgrade to. */
function refuseUpgrade(facts: RequestFacts): void {
  if (facts.header("upgrade") === undefined) return;
  throw new Problem("UPGRADE_REFUSED", "This gateway speaks HTTP/1.1 alone. Live events are at GET /api/v1/events.", {
    headers: { Upgrade: "HTTP/1.1", Connection: "close" },
  });
}

function checkRole({ role }: GatewayRoute, caller: Caller | VisitorCaller): void {
  if (includesRole(caller.role, role)) return;
  throw new Problem("ROLE_INSUFFICIENT", `This needs the role "${role}"; you have "${caller.role}".`);
}

/** The session that a path names, when it names one. */
function sessionIdIn(template: string, path: string): SessionId | undefined {
  const index = template.startsWith("/api/v1/sessions/{id}") ? template.split("/").indexOf("{id}") : -1;
  const text = path.split("/")[index] ?? "";
  return isSessionId(text) ? text : undefined;
}
