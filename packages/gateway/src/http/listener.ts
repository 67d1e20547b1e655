import { IncomingMessage, type RequestListener, ServerResponse } from "node:http";
import { RequestError, getRequestListener } from "@hono/node-server";
import { Problem } from "../problems/problem.ts";
import type { RequestHandler } from "./request-handler.ts";

/** Joins a request handler to `node:http`. The globals of the host program stay as they are. */
export function createListener(handler: RequestHandler): RequestListener {
  const listener = getRequestListener(
    (request, { incoming, outgoing }) => {
      const isHttp1 = incoming instanceof IncomingMessage && outgoing instanceof ServerResponse;
      return handler.handle(request, isHttp1 ? { incoming, outgoing } : undefined);
    },
    {
      overrideGlobalObjects: false,
      // Told of what cannot be made into a request at all.
      errorHandler: (error) =>
        handler.refuse(error instanceof RequestError ? new Problem("REQUEST_INVALID", notARequest) : error),
    },
  );
  return (incoming, outgoing) => {
    void listener(incoming, outgoing);
  };
}

const notARequest = "The request line or the Host header is not well-formed. Ask for a path, such as /api/v1/sessions.";
