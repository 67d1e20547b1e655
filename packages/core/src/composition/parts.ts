import type { Summarizer } from "../agent/summarizer.ts";
import type { ModelRegistry } from "../agent/model-registry.ts";
import type { ToolDefinition } from "../agent/tool.ts";
import type { TurnRunner } from "../agent/turn-runner.ts";
import type { ChannelHost } from "../channel/channel-host.ts";
import type { ChannelRegistry } from "../channel/channel.ts";
import type { Clock } from "../clock.ts";
import type { CommandDesk } from "../commands/command-desk.ts";
import type { CommandRegistry } from "../commands/command-registry.ts";
import type { Intake } from "../commands/intake.ts";
import type { Postbox } from "../commands/postbox.ts";
import type { DeliveryQueue } from "../delivery/delivery-queue.ts";
import type { RunExecutor } from "../lanes/run-executor.ts";
import type { TurnLanes } from "../lanes/turn-lanes.ts";
import type { KeyedLock } from "../locking/keyed-lock.ts";
import type { Logger, ReportError } from "../log.ts";
import type { NamedRegistry } from "../named-registry.ts";
import type { PluginHost } from "../plugin/plugin-host.ts";
import type { PluginContext } from "../plugin/plugin.ts";
import type { AuditRecorder } from "../sessions/audit-recorder.ts";
import type { AuditLog } from "../sessions/audit.ts";
import type { EventBus } from "../sessions/events.ts";
import type { Policy } from "../sessions/policy.ts";
import type { RunRegistry } from "../sessions/run-registry.ts";
import type { SessionStore } from "../sessions/session-store.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { ScheduleBook } from "../schedules/schedule-book.ts";
import type { ScheduleRunner } from "../schedules/schedule-runner.ts";
import type { Schedules } from "../schedules/schedules.ts";
import type { StorageCabinet } from "../storage/storage-cabinet.ts";
import type { UsageLedger } from "../usage/usage-ledger.ts";
import type { TurnSpans } from "../telemetry/turn-spans.ts";
import type { LiveSettings } from "../settings/live-settings.ts";
import type { Sweeper } from "./sweeper.ts";

/** The parts of a bot; their names are what the container knows them by. */
export interface BotParts {
  readonly audit: AuditLog;
  readonly channelHost: ChannelHost;
  readonly channels: ChannelRegistry;
  readonly clock: Clock;
  readonly commands: CommandRegistry;
  readonly commandDesk: CommandDesk;
  readonly delivery: DeliveryQueue;
  readonly events: EventBus;
  readonly executor: RunExecutor;
  readonly intake: Intake;
  readonly postbox: Postbox;
  readonly lanes: TurnLanes;
  readonly lock: KeyedLock;
  readonly log: Logger;
  readonly models: ModelRegistry;
  readonly plugins: PluginHost;
  readonly policy: Policy;
  readonly recorder: AuditRecorder;
  /** Tells the log what nobody could be told, and of which run or session. */
  readonly reportError: ReportError;
  readonly runner: TurnRunner;
  readonly runs: RunRegistry;
  readonly scheduleBook: ScheduleBook;
  readonly scheduleRunner: ScheduleRunner;
  readonly schedules: Schedules;
  readonly sessions: Sessions;
  readonly settings: LiveSettings;
  /** Aborts when the process is about to end. */
  readonly stopping: AbortController;
  readonly store: SessionStore;
  readonly storages: StorageCabinet;
  readonly summarizer: Summarizer;
  readonly sweeper: Sweeper;
  readonly tools: NamedRegistry<ToolDefinition>;
  readonly turnSpans: TurnSpans;
  readonly usage: UsageLedger;
}

/** What each plugin's scope has of its own. */
export interface PluginParts {
  readonly pluginContext: PluginContext;
}

/** Every part's name, in an order in which they can be made. */
export const botPartNames: readonly (keyof BotParts)[] = [
  "clock",
  "log",
  "reportError",
  "stopping",
  "store",
  "storages",
  "audit",
  "recorder",
  "policy",
  "events",
  "runs",
  "lock",
  "sessions",
  "sweeper",
  "usage",
  "channels",
  "channelHost",
  "commands",
  "models",
  "summarizer",
  "settings",
  "tools",
  "runner",
  "turnSpans",
  "executor",
  "delivery",
  "lanes",
  "commandDesk",
  "intake",
  "postbox",
  "scheduleBook",
  "scheduleRunner",
  "schedules",
  "plugins",
];
