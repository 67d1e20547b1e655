import { KeyturnError } from "@keyturn/core";
import { isTokenRefused, slackErrorOf } from "./slack-failure.ts";
import { SocketRefusedError } from "./socket-link.ts";

const appTokenRefused =
  'Slack does not take the app token. Make one under "Basic Information", "App-Level Tokens", with the scope connections:write.';

const socketModeOff = 'Socket Mode is off for this app. Turn it on under "Socket Mode" in the app\'s settings.';

/** Whether Slack will not open sockets until somebody changes the app's token. */
export function isAppTokenRefused(error: unknown): boolean {
  return isTokenRefused(error) || slackErrorOf(error) === "missing_scope";
}

/** Why there is no socket, for operators. */
export function reasonOf(error: unknown): string {
  if (isAppTokenRefused(error)) return appTokenRefused;
  if (error instanceof SocketRefusedError) {
    if (error.reason === "link_disabled") return socketModeOff;
    if (error.reason === "too_many_websockets") {
      return "Slack allows ten sockets for an app, and there are more. End other processes that run with the same app token.";
    }
    return error.message;
  }
  return error instanceof KeyturnError ? error.message : "The connection to Slack could not be opened.";
}
