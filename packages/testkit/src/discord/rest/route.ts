import type { World } from "../world/world.ts";
import type { InteractionBook } from "../interactions/interaction-book.ts";
import type { FileStore } from "./file-store.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { RestCall } from "./rest-call.ts";

/** What a handler answers. Without a body the answer has no content type either, as a 204 must. */
export interface RestAnswer {
  readonly status: number;
  readonly body?: unknown;
}

/** What handlers work with. */
export interface RestScene {
  readonly world: World;
  readonly gateway: Gateway;
  readonly interactions: InteractionBook;
  readonly files: FileStore;
  /** Where the gateway listens. */
  readonly gatewayUrl: string;
}

/** The methods that the API has. */
export type RestMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One route of the API. */
export interface Route {
  readonly method: RestMethod;
  /** As Discord's description writes it. */
  readonly path: string;
  /** Whether the path itself holds the token, so that no bot's token is asked for. */
  readonly isTokenInPath?: boolean;
  /** @throws ApiError what the client is answered. */
  readonly handle: (call: RestCall, scene: RestScene) => RestAnswer;
}

/** An answer without a body. */
export const noContent: RestAnswer = Object.freeze({ status: 204 });

/** An answer with a body. */
export function ok(body: unknown): RestAnswer {
  return { status: 200, body };
}

/** The values of a path's parameters, or `undefined` when the path is another route's. */
export function matchPath(template: string, path: string): Readonly<Record<string, string>> | undefined {
  const parts = template.split("/");
  const segments = path.split("/");
  if (parts.length !== segments.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const segment = segments[index] ?? "";
    if (part.startsWith("{")) parameters[part.slice(1, -1)] = segment;
    else if (part !== segment) return undefined;
  }
  return parameters;
}
