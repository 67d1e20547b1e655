import { ApiError } from "../api/api-error.ts";
import { settings } from "./settings.ts";
import { w } from "./words.ts";

/** What went wrong, for a visitor: what they can do, and nothing of how the bot is run. */
export function explain(error: unknown): string {
  if (!(error instanceof ApiError)) return w.fault;
  switch (error.code) {
    case "GATEWAY_UNREACHABLE":
      return w.offline;
    case "INPUT_TOO_LARGE":
    case "BODY_TOO_LARGE":
      return w.tooLong(settings.messageCharacters);
    case "WEBCHAT_OFF":
    case "VISITORS_EXHAUSTED":
      return w.away;
    case "AUTHENTICATION_REQUIRED":
      return w.ended;
    default:
      return error.status === 429 || error.status === 409 ? w.limit : w.fault;
  }
}
