import type { Clock } from "@keyturn/core";
import type { ServerResponse } from "node:http";
import type { NextFault } from "../faults/request-fault.ts";
import { ApiError } from "./api-error.ts";
import type { RestAnswer } from "./route.ts";

/** Sends an answer, now or after a delay; `sent` is told once it is on its way. */
export function sendAnswer(
  response: ServerResponse,
  { status, body }: RestAnswer,
  headers: Readonly<Record<string, string>>,
  delayMilliseconds: number,
  clock: Clock,
  sent: () => void,
): void {
  const send = () => {
    if (body === undefined) response.writeHead(status, headers).end();
    else response.writeHead(status, { ...headers, "Content-Type": "application/json" }).end(JSON.stringify(body));
    sent();
  };
  if (delayMilliseconds === 0) send();
  else clock.startTimer(delayMilliseconds, send);
}

/** Answers as a fault says. @returns false when the fault leaves the answer as it is. */
export function sendFault(
  response: ServerResponse,
  fault: NextFault,
  clock: Clock,
  sent: (status: number, body: unknown) => void,
): boolean {
  switch (fault.kind) {
    case "status":
      sendText(response, fault.status, `<html><body>${fault.status}</body></html>`, {});
      sent(fault.status, undefined);
      return true;
    case "error": {
      const error = new ApiError(fault.error);
      sendAnswer(response, { status: error.status, body: error.body }, {}, 0, clock, () =>
        sent(error.status, error.body),
      );
      return true;
    }
    case "hang":
      sent(0, undefined);
      return true;
    case "reset":
      response.socket?.resetAndDestroy();
      sent(0, undefined);
      return true;
    case "rateLimit":
      sendRateLimit(response, fault);
      sent(429, undefined);
      return true;
    default:
      return false;
  }
}

function sendRateLimit(response: ServerResponse, fault: NextFault & { readonly kind: "rateLimit" }): void {
  const { retryAfter, scope = "user" } = fault;
  const wait = { "Retry-After": String(Math.ceil(retryAfter)) };
  if (fault.asHtml === true) return sendText(response, 429, "<html><body>1015</body></html>", wait);
  const isGlobal = scope === "global";
  const body = { message: "You are being rate limited.", retry_after: retryAfter, global: isGlobal };
  const headers = {
    ...wait,
    "Content-Type": "application/json",
    "X-RateLimit-Scope": scope,
    "X-RateLimit-Reset-After": String(retryAfter),
    ...(isGlobal ? { "X-RateLimit-Global": "true" } : { "X-RateLimit-Limit": "1", "X-RateLimit-Remaining": "0" }),
  };
  response.writeHead(429, headers).end(JSON.stringify(body));
}

function sendText(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>>,
): void {
  response.writeHead(status, { ...headers, "Content-Type": "text/html" }).end(text);
}
