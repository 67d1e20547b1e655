import { Problem } from "../problems/problem.ts";
import type { Admission, GatewayRoute } from "../routes/route.ts";
import type { Authenticator, Caller } from "./authenticator.ts";
import { checkDeclaredSize, checkMediaType, readBody } from "./body.ts";
import type { HostAllowlist } from "./host-allowlist.ts";
import type { RequestFacts } from "./request-facts.ts";
import { includesRole } from "./role.ts";
import type { RouteMatcher } from "./route-matcher.ts";

/** The parts that a guard is made of. */
export interface GuardParts {
  readonly hosts: HostAllowlist;
  readonly routes: RouteMatcher;
  readonly authenticator: Authenticator;
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
  findRoute(facts: RequestFacts): GatewayRoute {
    const { hosts, routes } = this.#parts;
    checkTarget(facts);
    hosts.check(facts);
    refuseUpgrade(facts);
    return routes.find(facts);
  }

  /**
   * The further steps: size, credentials, role, media type, and the body itself, read only for those who may send one.
   * @throws Problem that says which step refused the request.
   */
  async admit(route: GatewayRoute, request: Request, facts: RequestFacts): Promise<Admission> {
    const { authenticator, bodyLimitBytes } = this.#parts;
    checkDeclaredSize(facts, bodyLimitBytes);
    const caller = route.role === "none" ? undefined : await authenticator.authenticate(facts);
    checkRole(route, caller);
    checkMediaType(facts, route);
    const takesBody = route.form.request?.body !== undefined;
    return { route, caller, body: takesBody ? await readBody(request, bodyLimitBytes) : undefined };
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

function checkRole({ role }: GatewayRoute, caller: Caller | undefined): void {
  const held = caller?.role ?? "none";
  if (includesRole(held, role)) return;
  throw new Problem("ROLE_INSUFFICIENT", `This needs the role "${role}"; you have "${held}".`);
}
