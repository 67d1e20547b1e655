import type { Bot, Clock, Logger } from "@keyturn/core";
import type { AccessParts } from "./access/access-parts.ts";
import type { BasePath } from "./guard/base-path.ts";
import type { Configuration } from "./configuration/configuration.ts";
import type { DashboardFiles } from "./dashboard/dashboard-files.ts";
import type { EventHub } from "./events/event-hub.ts";
import type { LogSource } from "./logs/log-source.ts";
import type { IdempotentAnswers } from "./http/idempotent-answers.ts";
import type { MetricsOptions } from "./gateway-options.ts";
import type { OperationRegister } from "./operations/operation-register.ts";
import type { CursorCodec } from "./routes/cursor-codec.ts";
import type { IdempotencyLedger } from "./routes/idempotency-ledger.ts";
import type { Visitors } from "./visitors/compose-visitors.ts";
import type { WebChat } from "./webchat/web-chat.ts";

/** What the handlers of routes work with. */
export interface GatewayParts {
  readonly access: AccessParts;
  readonly answers: IdempotentAnswers;
  /** Where others find the routes. A `Location` is completed with it by the request handler. */
  readonly basePath: BasePath;
  readonly bot: Bot;
  readonly configuration: Configuration;
  readonly clock: Clock;
  readonly cursors: CursorCodec;
  /** Undefined when it is off, or was not built. */
  readonly dashboard: DashboardFiles | undefined;
  readonly events: EventHub;
  readonly idempotency: IdempotencyLedger;
  readonly log: Logger;
  /** Undefined when no log can be read over HTTP. */
  readonly logs: LogSource | undefined;
  readonly operations: OperationRegister;
  /** Undefined when metrics are off. */
  readonly metrics: MetricsOptions | undefined;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Undefined when nobody without a login is talked with. */
  readonly visitors: Visitors | undefined;
  readonly webChat: WebChat | undefined;
}
