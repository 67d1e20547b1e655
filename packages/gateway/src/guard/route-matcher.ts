import { Problem } from "../problems/problem.ts";
import type { GatewayRoute } from "../routes/route.ts";
import type { BasePath } from "./base-path.ts";
import type { RequestFacts } from "./request-facts.ts";

interface Entry {
  readonly segments: readonly string[];
  readonly routes: GatewayRoute[];
}

/** The route of a request. */
export interface FoundRoute {
  readonly route: GatewayRoute;
  /** The path that it was found by, without the base path. */
  readonly path: string;
}

/** Finds the route of a request, before anybody is asked who they are: what does not exist needs no credentials. */
export class RouteMatcher {
  readonly #entries: readonly Entry[];
  readonly #basePath: BasePath;

  constructor(routes: readonly GatewayRoute[], basePath: BasePath) {
    this.#basePath = basePath;
    const byPath = new Map<string, Entry>();
    for (const route of routes) {
      const { path } = route.form;
      const entry = byPath.get(path) ?? { segments: path.split("/"), routes: [] };
      entry.routes.push(route);
      byPath.set(path, entry);
    }
    this.#entries = [...byPath.values()];
  }

  /** @throws Problem `ROUTE_NOT_FOUND`, or `METHOD_NOT_ALLOWED` with the methods that the path has. */
  find({ method, target, path: asked }: Pick<RequestFacts, "method" | "target" | "path">): FoundRoute {
    const { entry, path } = this.#findEntry(asked, target.split("?")[0] === asked);
    const route = entry.routes.find((candidate) => methodsOf(candidate).includes(method));
    if (route !== undefined) return { route, path };
    const allowed = entry.routes.flatMap(methodsOf).join(", ");
    throw new Problem("METHOD_NOT_ALLOWED", `This path takes ${allowed}.`, { headers: { Allow: allowed } });
  }

  #findEntry(asked: string, isSpelledOut: boolean): { readonly entry: Entry; readonly path: string } {
    for (const path of this.#basePath.meaningsOf(asked)) {
      const segments = path.split("/");
      const entry = this.#entries.find((candidate) => matches(candidate.segments, segments));
      if (entry !== undefined && isExact(entry, path, isSpelledOut)) return { entry, path };
    }
    throw routeNotFound(this.#basePath);
  }
}

/** That there is nothing under a path: in the same words whatever is asked for. */
export function routeNotFound(basePath: BasePath): Problem {
  const start = basePath.publish("/api/v1/");
  return new Problem("ROUTE_NOT_FOUND", `There is nothing under this path. The API begins with ${start}.`);
}

/** Whether a path is one of those that its routes have. */
function isExact({ routes }: Entry, path: string, isSpelledOut: boolean): boolean {
  return routes.every(({ exactPath }) => exactPath === undefined || (isSpelledOut && exactPath.test(path)));
}

/** `HEAD` is answered wherever `GET` is, except where the answer has no end. */
function methodsOf({ form, isStream }: GatewayRoute): readonly string[] {
  const method = form.method.toUpperCase();
  return method === "GET" && isStream !== true ? ["GET", "HEAD"] : [method];
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  if (pattern.length !== segments.length) return false;
  return pattern.every((part, index) => {
    const segment = segments[index];
    return part.startsWith("{") ? segment !== "" : part === segment;
  });
}
