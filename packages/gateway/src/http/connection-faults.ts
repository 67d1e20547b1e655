import type { Server, ServerResponse } from "node:http";
import type { Logger } from "@keyturn/core";
import type { Duplex } from "node:stream";
import { Problem } from "../problems/problem.ts";
import { problemBody, problemMediaType } from "../problems/problem-response.ts";
import { headersOfAnswer } from "./answer-headers.ts";
import { createRequestId } from "./request-id.ts";

/** Answers requests that never became one: what the HTTP parser refuses, and what does not arrive in time. */
export function answerConnectionFaults(server: Server, log: Logger): void {
  const answers = new WeakMap<Duplex, ServerResponse>();
  server.on("request", ({ socket }, answer) => answers.set(socket, answer));
  server.on("clientError", (error, socket) => {
    // An answer that has begun must not get another one into its middle.
    const hasBegun = answers.get(socket)?.headersSent === true && answers.get(socket)?.writableEnded === false;
    if (!socket.writable || hasBegun) {
      socket.destroy();
      return;
    }
    const [problem, requestId] = [problemOfFault(error), createRequestId()];
    log.debug({ requestId, status: problem.status, code: problem.code }, "What came was no request.");
    socket.end(formatAnswer(problem, requestId), () => socket.destroy());
  });
}

function problemOfFault(error: Error): Problem {
  const code = "code" in error ? error.code : undefined;
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return new Problem("HEADERS_TOO_LARGE", "The headers are too large. Send fewer or shorter ones.");
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new Problem("REQUEST_TIMED_OUT", "The request did not arrive in time. Send it again.");
    default:
      return new Problem("REQUEST_INVALID", "This is not an HTTP/1.1 request.");
  }
}

function formatAnswer(problem: Problem, requestId: string): string {
  const body = JSON.stringify(problemBody(problem, requestId));
  const headers = [
    ...headersOfAnswer(requestId),
    ["Content-Type", problemMediaType],
    ["Content-Length", String(Buffer.byteLength(body))],
    ["Connection", "close"],
  ].map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${problem.status} ${problem.code}\r\n${headers.join("")}\r\n${body}`;
}
