import { DeliveryError } from "@keyturn/core";
import { z } from "zod";

const platformError = z.object({
  data: z.object({
    // web-api puts a whole page there when the answer is one, such as a proxy's: that is no error of Slack's.
    error: z.string().regex(/^\w{1,100}$/),
    needed: z.string().optional(),
    response_metadata: z.object({ retryAfter: z.number().optional() }).optional(),
  }),
});
const rateLimitError = z.object({ code: z.literal("slack_webapi_rate_limited_error"), retryAfter: z.number() });
const httpError = z.object({ code: z.literal("slack_webapi_http_error"), statusCode: z.number() });
const requestError = z.object({ original: z.object({ code: z.string().optional(), cause: z.unknown().optional() }) });
const codedError = z.object({ code: z.string() });

/** Errors of Slack's that mean that a token counts no more. */
const tokenErrors: ReadonlySet<string> = new Set([
  "invalid_auth",
  "not_authed",
  "token_revoked",
  "token_expired",
  "account_inactive",
  "not_allowed_token_type",
]);

/** Errors of Slack's that pass by themselves. */
const passingErrors: ReadonlySet<string> = new Set([
  "internal_error",
  "fatal_error",
  "service_unavailable",
  "request_timeout",
  "team_added_to_org",
  "accesslimited",
]);

/** What Slack answers to blocks that it does not take. */
const refusedBlocks: ReadonlySet<string> = new Set([
  "invalid_blocks",
  "invalid_blocks_format",
  "msg_blocks_too_long",
  "msg_too_long",
]);

/** What Slack answers when a message cannot be changed any more, or is gone. */
const unchangeable: ReadonlySet<string> = new Set([
  "message_not_found",
  "edit_window_closed",
  "cant_update_message",
  "cant_delete_message",
  "streaming_state_conflict",
]);

/** Errors of a connection that never came about: nothing was sent. */
const unsent: ReadonlySet<string> = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

/** What is to be done about what Slack refuses. */
const advice: Readonly<Record<string, string>> = {
  // "Make sure your app is a member of the conversation" (Slack, "chat.postMessage"): it says nothing of other places.
  no_permission: "the bot may not post there; invite it with /invite",
  not_in_channel: "the bot is not in the channel; invite it with /invite",
  channel_not_found: "the channel is gone, or the bot is not in it; invite it with /invite",
  is_archived: "the channel is archived",
  restricted_action: "the workspace does not let the bot post there",
  messages_tab_disabled: "the Messages Tab is off; turn it on under App Home in the app's settings",
  msg_too_long: "the text is too long",
};

/** The error that Slack answered a call with, such as `not_in_channel`; undefined when it was none of Slack's own. */
export function slackErrorOf(error: unknown): string | undefined {
  const read = platformError.safeParse(error instanceof DeliveryError ? error.cause : error);
  return read.success ? read.data.data.error : undefined;
}

/** What somebody in Slack can do about an error; undefined where nobody can, or nothing is known to help. */
export function adviceOf(error: unknown): string | undefined {
  const read = platformError.safeParse(error instanceof DeliveryError ? error.cause : error);
  return read.success ? hintOf(read.data.data.error, read.data.data.needed) : undefined;
}

/** Whether Slack does not take a message's blocks, or not so many or such long ones. */
export function areBlocksRefused(error: unknown): boolean {
  return refusedBlocks.has(slackErrorOf(error) ?? "");
}

/** Whether a message cannot be changed any more, or is gone. */
export function isUnchangeable(error: unknown): boolean {
  return unchangeable.has(slackErrorOf(error) ?? "");
}

/** Whether Slack takes the token no more. */
export function isTokenRefused(error: unknown): boolean {
  return tokenErrors.has(slackErrorOf(error) ?? "");
}

/** How long Slack asks to wait, in milliseconds; undefined when that was not the trouble. The call had no effect. */
export function retryAfterOf(error: unknown): number | undefined {
  const limited = rateLimitError.safeParse(error);
  if (limited.success) return limited.data.retryAfter * 1_000;
  const platform = platformError.safeParse(error);
  if (!platform.success || platform.data.data.error !== "ratelimited") return undefined;
  return (platform.data.data.response_metadata?.retryAfter ?? 1) * 1_000;
}

/** The status of an answer that was no answer of Slack's API; undefined when that was not the trouble. */
export function httpStatusOf(error: unknown): number | undefined {
  return httpError.safeParse(error).data?.statusCode;
}

/** Whether nothing at all was answered. */
export function isUnanswered(error: unknown): boolean {
  return requestError.safeParse(error).success;
}

/** The system's name for why there was no answer, such as `ECONNREFUSED`; undefined where it has none. */
export function connectionCodeOf(error: unknown): string | undefined {
  const request = requestError.safeParse(error);
  if (!request.success) return undefined;
  const { original } = request.data;
  return codedError.safeParse(original.cause).data?.code ?? original.code;
}

/** What went wrong, as the core's delivery is to know it. A call whose answer got lost may have been carried out. */
export function toDeliveryError(method: string, error: unknown): DeliveryError {
  if (error instanceof DeliveryError) return error;
  const retryAfterMilliseconds = retryAfterOf(error);
  if (retryAfterMilliseconds !== undefined) {
    return new DeliveryError(`Slack asks to wait before the next ${method}.`, {
      isRetryable: true,
      retryAfterMilliseconds,
      cause: error,
    });
  }
  const platform = platformError.safeParse(error);
  if (platform.success) {
    const { error: code, needed } = platform.data.data;
    const hint = hintOf(code, needed);
    // A token that counts no more is replaced by somebody: what is to be sent waits for that.
    const isRetryable = passingErrors.has(code) || tokenErrors.has(code);
    const message = `Slack refused ${method} (${code})${hint === undefined ? "" : `: ${hint}`}.`;
    return new DeliveryError(message, { isRetryable, isAmbiguous: passingErrors.has(code), cause: error });
  }
  const status = httpStatusOf(error);
  const what = status === undefined ? "no answer" : `HTTP ${status}`;
  return new DeliveryError(`Slack did not confirm ${method} (${what}).`, {
    isRetryable: true,
    isAmbiguous: !isUnsent(error),
    cause: error,
  });
}

function hintOf(code: string, needed: string | undefined): string | undefined {
  return code === "missing_scope" ? `the app lacks the scope ${needed ?? "that is needed"}` : advice[code];
}

function isUnsent(error: unknown): boolean {
  const request = requestError.safeParse(error);
  if (!request.success) return false;
  const { original } = request.data;
  const cause = codedError.safeParse(original.cause);
  return unsent.has(original.code ?? "") || (cause.success && unsent.has(cause.data.code));
}
