import type { ApiErrorName } from "../rest/api-error.ts";

/** Which requests a fault is for. What is left out fits all. */
export interface RequestMatch {
  readonly method?: string | undefined;
  /** As Discord's description writes it, such as `/channels/{channel_id}/messages`. */
  readonly route?: string | undefined;
  /** For finer choices: the path below `/api/v10`, decoded, and the body. */
  readonly where?: ((request: { readonly path: string; readonly body: unknown }) => boolean) | undefined;
}

/** What goes wrong. */
export type RequestFault =
  /** A status with a text that is no JSON, such as 502 of a proxy; with `afterCommit` once the request took effect. */
  | { readonly kind: "status"; readonly status: number; readonly afterCommit?: boolean }
  /** One of Discord's errors. */
  | { readonly kind: "error"; readonly error: ApiErrorName }
  /** No answer, for as long as the client waits. */
  | { readonly kind: "hang"; readonly afterCommit?: boolean }
  /** The TCP connection is reset. */
  | { readonly kind: "reset"; readonly afterCommit?: boolean }
  /** The answer comes late, by the server's clock. */
  | { readonly kind: "slow"; readonly milliseconds: number }
  /** A 429. */
  | {
      readonly kind: "rateLimit";
      /** In seconds; `Retry-After` has it as well, rounded up. */
      readonly retryAfter: number;
      /** @default "user" */
      readonly scope?: "user" | "shared" | "global";
      /** As HTML and without rate-limit headers, as Cloudflare answers. */
      readonly asHtml?: boolean;
    };

/** A fault for the next requests that match. */
export type NextFault = RequestMatch &
  RequestFault & {
    /**
     * How many requests it meets; `Infinity` until it is ended.
     * @default 1
     */
    readonly times?: number;
  };

/** A fault that was ordered. */
export class OrderedFault {
  readonly fault: NextFault;
  /** How many requests it has met. */
  hits = 0;
  #isEnded = false;

  constructor(fault: NextFault) {
    this.fault = fault;
  }

  /** Whether it meets further requests. */
  get isActive(): boolean {
    return !this.#isEnded && this.hits < (this.fault.times ?? 1);
  }

  /** Calls it off. */
  end(): void {
    this.#isEnded = true;
  }

  /** Whether it is for that request. */
  fits(request: {
    readonly method: string;
    readonly route: string;
    readonly path: string;
    readonly body: unknown;
  }): boolean {
    const { method = request.method, route = request.route, where } = this.fault;
    return this.isActive && method === request.method && route === request.route && where?.(request) !== false;
  }
}
