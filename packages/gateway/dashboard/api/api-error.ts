import type { WireProblem } from "../../src/wire/problem.ts";

/** What is known of a call that failed. */
export interface ApiErrorParts {
  readonly code: string;
  /** 0 when there was no answer at all. */
  readonly status: number;
  readonly detail: string;
  readonly problem?: WireProblem | undefined;
  readonly retryAfterMilliseconds?: number | undefined;
}

/** A call failed. `detail` says what happened and what to do, in the gateway's words. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  readonly problem: WireProblem | undefined;
  readonly retryAfterMilliseconds: number | undefined;

  constructor({ code, status, detail, problem, retryAfterMilliseconds }: ApiErrorParts) {
    super(detail);
    this.code = code;
    this.status = status;
    this.detail = detail;
    this.problem = problem;
    this.retryAfterMilliseconds = retryAfterMilliseconds;
  }

  /** Whether trying again by itself may help: nobody answered, or the gateway said that it cannot just now. */
  get isPassing(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

/** The error of an answer that is none of 200 to 299. */
export async function errorOf(response: Response): Promise<ApiError> {
  const { status } = response;
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  const retryAfterMilliseconds = Number.isFinite(seconds) ? seconds * 1_000 : undefined;
  const problem = await readProblem(response);
  const detail = problem?.detail ?? `HTTP ${status}`;
  return new ApiError({ code: problem?.code ?? "ANSWER_INVALID", status, detail, problem, retryAfterMilliseconds });
}

async function readProblem(response: Response): Promise<WireProblem | undefined> {
  if (response.headers.get("content-type")?.startsWith("application/problem+json") !== true) return undefined;
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}
