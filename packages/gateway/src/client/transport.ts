import type { z } from "zod";
import { problemSchema } from "../wire/problem.ts";
import { GatewayError } from "./gateway-error.ts";

/** What a transport is made of. */
export interface TransportOptions {
  /** Where the gateway is, such as `http://127.0.0.1:7420`. */
  readonly url: string;
  /**
   * A token, or a function that gives it for each call. Without one a browser's own login is used: calls then say that
   * they come from a page of the gateway's own.
   */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  /**
   * The surface that the gateway's audit log names.
   * @default "http"
   */
  readonly surface?: "http" | "command-line" | undefined;
  /** Default: the platform's own. */
  readonly fetch?: typeof fetch | undefined;
  /**
   * Longest time for an answer, in milliseconds; event streams have none.
   * @default 30_000
   */
  readonly timeoutMilliseconds?: number | undefined;
}

/** One call. */
export interface Call {
  readonly method?: "GET" | "POST" | "PATCH" | "DELETE" | undefined;
  /** Below `/api/v1`, such as `/sessions`; parts that vary are encoded by the caller. */
  readonly path: string;
  /** Parameters of the query; undefined ones are left away. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  /** Sent as JSON. */
  readonly body?: object | undefined;
  /** Sent as it is, in place of `body`. */
  readonly content?: { readonly mediaType: string; readonly text: string } | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Sends calls to a gateway and makes errors of what is no answer. */
export class Transport {
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  /**
   * The answer to a call, checked against its form.
   * @throws GatewayError
   */
  async call<Answer>(schema: z.ZodType<Answer>, call: Call): Promise<Answer> {
    const response = await this.#openInTime(call);
    const parsed = schema.safeParse(await readJson(response));
    if (parsed.success) return parsed.data;
    throw answerInvalid(response, parsed.error);
  }

  /**
   * The bytes that a call is answered with.
   * @throws GatewayError
   */
  async callForBytes(call: Call): Promise<Uint8Array> {
    const response = await this.#openInTime(call);
    try {
      return new Uint8Array(await response.arrayBuffer());
    } catch (cause) {
      throw answerInvalid(response, cause);
    }
  }

  /**
   * Sends a call whose answer has no body.
   * @throws GatewayError
   */
  async perform(call: Call): Promise<void> {
    await (await this.#openInTime(call)).body?.cancel();
  }

  #openInTime(call: Call): Promise<Response> {
    const timeout = AbortSignal.timeout(this.#options.timeoutMilliseconds ?? 30_000);
    const signal = call.signal === undefined ? timeout : AbortSignal.any([call.signal, timeout]);
    return this.open({ ...call, signal });
  }

  /**
   * The answer to a call, not read yet.
   * @throws GatewayError when it is an error, or when there is none.
   */
  async open({ method = "GET", path, query = {}, body, content, headers = {}, signal }: Call): Promise<Response> {
    const { url, token, surface = "http", fetch: send = fetch } = this.#options;
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
    const target = `${url.replace(/\/+$/, "")}/api/v1${path}${parameters.size > 0 ? `?${parameters.toString()}` : ""}`;
    const sent = content ?? (body && { mediaType: "application/json", text: JSON.stringify(body) });
    const secret = typeof token === "function" ? await token() : token;
    let response: Response;
    try {
      response = await send(target, {
        method,
        // A redirect would carry the token to wherever it points.
        redirect: "error",
        headers: {
          ...(secret === undefined ? { "X-Gateway": "1" } : { Authorization: `Bearer ${secret}` }),
          "X-Keyturn-Surface": surface,
          ...(sent !== undefined && { "Content-Type": sent.mediaType }),
          ...headers,
        },
        ...(sent !== undefined && { body: sent.text }),
        ...(signal !== undefined && { signal }),
      });
    } catch (cause) {
      throw unreachable(url, cause);
    }
    if (response.ok) return response;
    throw await failureOf(response);
  }
}

function unreachable(url: string, cause: unknown): GatewayError {
  return new GatewayError({
    code: "GATEWAY_UNREACHABLE",
    status: 0,
    detail: `No answer from ${url}. Check that the bot runs there, and that this is its address.`,
    cause,
  });
}

async function failureOf(response: Response): Promise<GatewayError> {
  const { status } = response;
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  const retryAfterMilliseconds = Number.isFinite(seconds) ? seconds * 1000 : undefined;
  const problem = problemSchema.safeParse(await readJson(response));
  if (!problem.success) {
    const detail = `Something answered with HTTP ${status} that is no gateway of Keyturn. Check the address.`;
    return new GatewayError({ code: "ANSWER_INVALID", status, detail, retryAfterMilliseconds });
  }
  const { code, detail, instance } = problem.data;
  return new GatewayError({ code, status, detail, requestId: instance, retryAfterMilliseconds });
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    if (response.ok) throw answerInvalid(response, cause);
    return undefined;
  }
}

function answerInvalid({ status, headers }: Response, cause: unknown): GatewayError {
  return new GatewayError({
    code: "ANSWER_INVALID",
    status,
    detail: "The answer was not understood. Use a client and a gateway of the same version.",
    requestId: headers.get("x-request-id") ?? undefined,
    cause,
  });
}
