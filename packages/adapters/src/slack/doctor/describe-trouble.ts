import {
  connectionCodeOf,
  httpStatusOf,
  isTokenRefused,
  isUnanswered,
  retryAfterOf,
  slackErrorOf,
  toDeliveryError,
} from "../slack-failure.ts";
import { botTokenRefused } from "../sole-workspace.ts";

/** What went wrong with a call, and what to do. Texts of the client may hold whole pages, and are not told. */
export function describeTrouble(error: unknown, method: string, apiUrl: string): string {
  const wait = retryAfterOf(error);
  if (wait !== undefined) return `Slack asks to wait ${Math.ceil(wait / 1_000)} s. Try again after that.`;
  if (isTokenRefused(error)) return botTokenRefused;
  if (slackErrorOf(error) !== undefined) return toDeliveryError(method, error).message;
  const status = httpStatusOf(error);
  if (status !== undefined && status >= 500) {
    return `Slack's API at ${apiUrl} is in trouble (HTTP ${status}). Look at https://slack-status.com, and try again.`;
  }
  if (!isUnanswered(error)) return `What answers at ${apiUrl} is not Slack's API. Mend SLACK_API_URL, or unset it.`;
  const reason = connectionCodeOf(error);
  return `Slack's API at ${apiUrl} is not reached${reason === undefined ? "" : ` (${reason})`}. Look at the network, proxies, and SLACK_API_URL.`;
}
