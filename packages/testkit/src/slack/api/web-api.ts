import type { MethodFault } from "../faults/method-fault.ts";
import type { Reply } from "../http/reply.ts";
import { type ReadRequest, basicOf, bearerOf, readFields } from "../http/read-request.ts";
import { parseJson } from "../read.ts";
import type { RecordedCall } from "../recorded-call.ts";
import type { Token } from "../world/token-book.ts";
import { ApiArguments } from "./api-arguments.ts";
import { ApiError } from "./api-error.ts";
import type { ApiContext, ApiMethod, OpenCall } from "./api-method.ts";
import { methodTable } from "./methods/method-table.ts";
import type { RateLimits } from "./rate-limits.ts";

/** A call with what is to come back, and the fault that it meets. */
export interface AnsweredCall {
  readonly call: RecordedCall;
  readonly reply: Reply;
  readonly fault: MethodFault | undefined;
}

/** The Web API: who calls, whether that may be, and what comes back. */
export class WebApi {
  /** Every call so far, in order. */
  readonly calls: RecordedCall[] = [];
  readonly #context: ApiContext;
  readonly #takeFault: (call: RecordedCall) => MethodFault | undefined;
  readonly #limits: RateLimits | undefined;

  constructor(
    context: ApiContext,
    takeFault: (call: RecordedCall) => MethodFault | undefined,
    limits: RateLimits | undefined,
  ) {
    this.#context = context;
    this.#takeFault = takeFault;
    this.#limits = limits;
  }

  /** Carries out a call. It never throws: what goes wrong is the answer. */
  async answer(name: string, request: ReadRequest): Promise<AnsweredCall> {
    const { token: given, ...fields } = await readFields(request);
    const value = bearerOf(request) ?? (typeof given === "string" ? given : undefined);
    const token = value === undefined ? undefined : this.#context.world.tokens.find(value);
    const call = this.#record(name, fields, token);
    const fault = this.#takeFault(call);
    const open = { ...this.#context, args: new ApiArguments(fields), basic: basicOf(request) };
    const late = fault?.commitsAfterMilliseconds;
    if (late !== undefined) this.#context.world.later(late, () => void this.#execute(call, open, value, token));
    const isReached = fault === undefined || fault.afterCommit === true || isMereDelay(fault);
    const reply = isReached ? this.#execute(call, open, value, token) : emptyReply;
    return { call, fault, reply: fault === undefined || isMereDelay(fault) ? reply : replyOf(fault) };
  }

  #record(method: string, fields: Readonly<Record<string, unknown>>, token: Token | undefined): RecordedCall {
    const call: RecordedCall = {
      number: this.calls.length + 1,
      method,
      args: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plainOf(value)])),
      tokenKind: token?.kind,
      appId: token?.appId,
      teamId: token?.teamId,
      at: this.#context.world.clock.now(),
      answer: undefined,
    };
    this.calls.push(call);
    this.#context.world.notices.tell(`${method} called`);
    return call;
  }

  #execute(call: RecordedCall, open: OpenCall, value: string | undefined, token: Token | undefined): Reply {
    const method = methodTable.get(call.method);
    const headers: Record<string, string> = {};
    if (token !== undefined) headers["x-oauth-scopes"] = token.scopes.join(",");
    if (method !== undefined) headers["x-accepted-oauth-scopes"] = method.scopes.join(",");
    try {
      if (method === undefined) throw new ApiError("unknown_method", { req_method: call.method });
      const seconds = this.#limits?.take(method, `${call.appId} ${call.teamId}`, open.args.text("channel") ?? "");
      if (seconds !== undefined) return limitedReply(seconds, this.#limits?.form ?? "status");
      return { status: 200, headers, body: { ok: true, ...this.#run(method, open, value, token) } };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { status: 200, headers, body: { ok: false, error: error.code, ...error.fields } };
    }
  }

  #run(method: ApiMethod, open: OpenCall, value: string | undefined, token: Token | undefined): object {
    if (method.by === "anyone") return method.run(open);
    const { world } = this.#context;
    if (value === undefined) throw new ApiError("not_authed");
    const refusal = world.tokens.refusalOf(value, world.clock.now());
    if (refusal !== undefined || token === undefined) throw new ApiError(refusal ?? "invalid_auth");
    if (token.kind !== method.by) throw new ApiError("not_allowed_token_type");
    checkScopes(method, token);
    const app = world.app(token.appId);
    if (method.by === "app") return method.run({ ...open, token, app });
    const installation = world.installation(token.appId, token.teamId ?? "");
    if (installation === undefined) throw new ApiError("account_inactive");
    return method.run({ ...open, token, app, installation, workspace: world.workspace(installation.teamId) });
  }
}

const emptyReply: Reply = { status: 200, body: { ok: true } };

function checkScopes(method: ApiMethod, token: Token): void {
  if (method.scopes.length === 0 || method.scopes.some((scope) => token.scopes.includes(scope))) return;
  throw new ApiError("missing_scope", { needed: method.scopes.join(","), provided: token.scopes.join(",") });
}

function isMereDelay(fault: MethodFault): boolean {
  return fault.error === undefined && fault.status === undefined && fault.hangs !== true && fault.resets !== true;
}

function replyOf(fault: MethodFault): Reply {
  const retry = fault.retryAfterSeconds;
  const headers = retry === undefined ? {} : { "retry-after": `${retry}` };
  if (fault.error !== undefined) {
    return { status: 200, headers, body: { ok: false, error: fault.error, ...fault.fields } };
  }
  return { status: fault.status ?? 500, headers, body: fault.body ?? "" };
}

function limitedReply(seconds: number, form: "status" | "body"): Reply {
  const headers = { "retry-after": `${seconds}` };
  return { status: form === "status" ? 429 : 200, headers, body: { ok: false, error: "ratelimited" } };
}

/** What a form carries as JSON, as what it means. */
function plainOf(value: unknown): unknown {
  return typeof value === "string" && /^[[{]/.test(value) ? (parseJson(value) ?? value) : value;
}
