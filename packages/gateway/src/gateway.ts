import type { RequestListener } from "node:http";
import { SystemClock, silentLogger } from "@keyturn/core";
import { type Access, composeAccess } from "./access/compose-access.ts";
import { BotConfiguration } from "./configuration/bot-configuration.ts";
import { readDashboardFiles } from "./dashboard/dashboard-files.ts";
import { connectEvents } from "./events/connect-events.ts";
import { connectVisitorEvents } from "./events/connect-visitor-events.ts";
import { EventHub } from "./events/event-hub.ts";
import { type CheckedGatewayOptions, type GatewayOptions, checkGatewayOptions } from "./gateway-options.ts";
import type { GatewayParts } from "./gateway-parts.ts";
import { BasePath } from "./guard/base-path.ts";
import { BrowserRules } from "./guard/browser-rules.ts";
import { Guard } from "./guard/guard.ts";
import { HostAllowlist } from "./guard/host-allowlist.ts";
import { type GrantedRole, includesRole } from "./guard/role.ts";
import { RouteMatcher } from "./guard/route-matcher.ts";
import { SecretVerifier } from "./guard/secret-verifier.ts";
import { TrustedProxies } from "./guard/trusted-proxies.ts";
import { createApplication } from "./http/application.ts";
import { HttpServer } from "./http/http-server.ts";
import { IdempotentAnswers } from "./http/idempotent-answers.ts";
import { createListener } from "./http/listener.ts";
import { RequestHandler } from "./http/request-handler.ts";
import { RequestLog } from "./http/request-log.ts";
import { OperationRegister } from "./operations/operation-register.ts";
import { CursorCodec } from "./routes/cursor-codec.ts";
import { IdempotencyLedger } from "./routes/idempotency-ledger.ts";
import { routeTable } from "./routes/route-table.ts";
import { composeVisitors } from "./visitors/compose-visitors.ts";

/** The HTTP side of a bot. */
export interface Gateway {
  /** Answers a request without a connection: for tests, and for programs with a server of their own. Never rejects. */
  fetch(request: Request): Promise<Response>;
  /** Answers the requests of a `node:http` server of the host program's own; its limits are then that server's. */
  readonly listener: RequestListener;
  /**
   * Listens with a server of the gateway's own; `url` is where, with the base path. Calling it again gives the same answer.
   * @throws ConfigurationError when the address or port cannot be had.
   */
  listen(): Promise<{ readonly url: string }>;
  /** Cancels bulk operations, ends the event streams, lets open requests end for a while, and stops listening. Calling it again waits for the first call. */
  close(): Promise<void>;
}

/**
 * Makes the gateway of a bot. The bot's own start and stop stay with the caller; close the gateway before the bot stops.
 * @throws ConfigurationError when an option is not valid.
 */
export function createGateway(options: GatewayOptions): Gateway {
  const checked = checkGatewayOptions(options);
  const { bot, webChat, clock = new SystemClock() } = options;
  const log = new RequestLog(options.log ?? silentLogger);
  const { heartbeatMilliseconds, replayEvents, streamBufferBytes, eventStreams, visitorStreams } = checked.limits;
  const hub = { heartbeatMilliseconds, replayEvents, streamBufferBytes };
  const events = new EventHub(clock, { ...hub, maximumStreams: eventStreams });
  const visitorEvents = new EventHub(clock, { ...hub, maximumStreams: visitorStreams });
  const verifier = new SecretVerifier(clock);
  const visitors =
    options.visitors && composeVisitors(options.visitors, { bot, clock, log, verifier, events: visitorEvents });
  const proxies = new TrustedProxies(checked.trustedProxies);
  const access = composeAccess(options, checked, {
    clock,
    log,
    proxies,
    operationsOf,
    verifier,
    visitors: visitors?.door,
    onRevoke: () => void events.dismiss(),
  });
  const basePath = new BasePath(checked.basePath);
  const parts: GatewayParts = {
    access: access.parts,
    answers: new IdempotentAnswers(clock),
    basePath,
    bot,
    clock,
    configuration: options.configuration ?? new BotConfiguration(bot),
    cursors: new CursorCodec(),
    dashboard: options.dashboard === false ? undefined : readDashboardFiles(),
    events,
    idempotency: new IdempotencyLedger(clock),
    log,
    logs: options.logs,
    operations: new OperationRegister(clock),
    metrics: options.metrics,
    startedAt: clock.now(),
    visitors,
    webChat,
  };
  const application = createApplication(routeTable, parts);
  const place = { proxies, port: checked.port };
  const handler = new RequestHandler({
    guard: createGuard(checked, basePath, access),
    place,
    basePath,
    application,
    metrics: options.metrics?.collector,
    clock,
    log,
  });
  const listener = createListener(handler);
  const server = new HttpServer(listener, checked.limits, log);
  const disconnect = connectEvents(events, parts);
  const disconnectVisitors = visitors && connectVisitorEvents(visitorEvents, bot);
  const unwatch = options.metrics?.collector.watch(parts);
  return {
    fetch: (request) => handler.handle(request, undefined),
    listener,
    async listen() {
      const { url } = await server.open(checked);
      return { url: url + basePath.text };
    },
    async close() {
      await parts.operations.close();
      disconnect();
      disconnectVisitors?.();
      unwatch?.();
      events.close();
      visitorEvents.close();
      await server.close();
      await access.parts.register.settled();
      await visitors?.desk.register.settled();
    },
  };
}

function createGuard(checked: CheckedGatewayOptions, basePath: BasePath, { parts, authenticator }: Access): Guard {
  const { host, allowedHosts, publicUrl, limits } = checked;
  return new Guard({
    hosts: new HostAllowlist([host, ...allowedHosts], publicUrl, basePath),
    routes: new RouteMatcher(routeTable, basePath),
    authenticator,
    browsers: new BrowserRules(publicUrl, basePath),
    audit: parts.audit,
    bodyLimitBytes: limits.bodyBytes,
  });
}

/** What somebody of a role may do, each once. */
function operationsOf(role: GrantedRole): readonly string[] {
  const allowed = routeTable.filter((route) => includesRole(role, route.role));
  return [...new Set(allowed.map(({ operation }) => operation))].toSorted();
}
