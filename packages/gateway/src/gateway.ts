import type { RequestListener } from "node:http";
import { SystemClock, silentLogger } from "@keyturn/core";
import { connectEvents } from "./events/connect-events.ts";
import { EventHub } from "./events/event-hub.ts";
import { type CheckedGatewayOptions, type GatewayOptions, checkGatewayOptions } from "./gateway-options.ts";
import type { GatewayParts } from "./gateway-parts.ts";
import { Authenticator } from "./guard/authenticator.ts";
import { Guard } from "./guard/guard.ts";
import { HostAllowlist } from "./guard/host-allowlist.ts";
import { RouteMatcher } from "./guard/route-matcher.ts";
import { TryLimiter } from "./guard/try-limiter.ts";
import { createApplication } from "./http/application.ts";
import { HttpServer } from "./http/http-server.ts";
import { createListener } from "./http/listener.ts";
import { RequestHandler } from "./http/request-handler.ts";
import { CursorCodec } from "./routes/cursor-codec.ts";
import { routeTable } from "./routes/route-table.ts";

/** The HTTP side of a bot. */
export interface Gateway {
  /** Answers a request without a connection: for tests, and for programs with a server of their own. Never rejects. */
  fetch(request: Request): Promise<Response>;
  /** Answers the requests of a `node:http` server of the host program's own; its limits are then that server's. */
  readonly listener: RequestListener;
  /**
   * Listens with a server of the gateway's own; `url` is where. Calling it again gives the same answer.
   * @throws ConfigurationError when the address or port cannot be had.
   */
  listen(): Promise<{ readonly url: string }>;
  /** Ends the event streams, lets open requests end for a while, and stops listening. Calling it again waits for the first call. */
  close(): Promise<void>;
}

/**
 * Makes the gateway of a bot. The bot's own start and stop stay with the caller; close the gateway before the bot stops.
 * @throws ConfigurationError when an option is not valid.
 */
export function createGateway(options: GatewayOptions): Gateway {
  const checked = checkGatewayOptions(options);
  const { bot, webChat, clock = new SystemClock(), log = silentLogger } = options;
  const { heartbeatMilliseconds, replayEvents, streamBufferBytes, eventStreams } = checked.limits;
  const events = new EventHub(clock, {
    heartbeatMilliseconds,
    replayEvents,
    streamBufferBytes,
    maximumStreams: eventStreams,
  });
  const parts: GatewayParts = { bot, clock, cursors: new CursorCodec(), events, log, startedAt: clock.now(), webChat };
  const application = createApplication(routeTable, parts);
  const handler = new RequestHandler({ guard: createGuard(options, checked, parts), application, clock, log });
  const listener = createListener(handler);
  const server = new HttpServer(listener, checked.limits, log);
  const disconnect = connectEvents(events, parts);
  return {
    fetch: (request) => handler.handle(request, undefined),
    listener,
    listen: () => server.open(checked),
    async close() {
      disconnect();
      events.close();
      await server.close();
    },
  };
}

function createGuard({ token }: GatewayOptions, checked: CheckedGatewayOptions, { clock }: GatewayParts): Guard {
  const { host, allowedHosts, publicUrl, limits } = checked;
  return new Guard({
    hosts: new HostAllowlist([host, ...allowedHosts], publicUrl),
    routes: new RouteMatcher(routeTable),
    authenticator: new Authenticator(token, new TryLimiter(clock)),
    bodyLimitBytes: limits.bodyBytes,
  });
}
