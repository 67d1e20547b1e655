import { AgentRunner } from "../agent/agent-runner.ts";
import { compact } from "../agent/compaction.ts";
import { Summarizer } from "../agent/summarizer.ts";
import { ModelRegistry } from "../agent/model-registry.ts";
import type { ToolDefinition } from "../agent/tool.ts";
import { ChannelHost } from "../channel/channel-host.ts";
import type { ChannelStatus } from "../channel-status.ts";
import type { Channel } from "../channel/channel.ts";
import { type Clock, pause } from "../clock.ts";
import { CommandDesk } from "../commands/command-desk.ts";
import { CommandRegistry } from "../commands/command-registry.ts";
import { Intake } from "../commands/intake.ts";
import { Postbox } from "../commands/postbox.ts";
import { DeliveryQueue } from "../delivery/delivery-queue.ts";
import { describeError } from "../errors.ts";
import { RunExecutor } from "../lanes/run-executor.ts";
import { TurnLanes } from "../lanes/turn-lanes.ts";
import { AsyncKeyedLock } from "../locking/async-keyed-lock.ts";
import type { Logger } from "../log.ts";
import { bindSchedules } from "./bind-schedules.ts";
import { UsageLedger } from "../usage/usage-ledger.ts";
import { NamedRegistry } from "../named-registry.ts";
import { PluginHost } from "../plugin/plugin-host.ts";
import { AuditRecorder } from "../sessions/audit-recorder.ts";
import { EventBus } from "../sessions/events.ts";
import { DefaultPolicy } from "../sessions/policy.ts";
import { RunRegistry } from "../sessions/run-registry.ts";
import { Sessions } from "../sessions/sessions.ts";
import { TurnSpans } from "../telemetry/turn-spans.ts";
import { LiveSettings } from "../settings/live-settings.ts";
import { StorageCabinet } from "../storage/storage-cabinet.ts";
import { type BotOptions, type CheckedBotOptions, settingsOf } from "./bot-options.ts";
import { Scope } from "./injection.ts";
import type { OpenedStore } from "./open-store.ts";
import { createPluginContext } from "./plugin-context.ts";
import { Sweeper } from "./sweeper.ts";
import { type BotParts, type PluginParts, botPartNames } from "./parts.ts";

/** What was chosen before the parts are joined. */
export interface Choices {
  readonly options: BotOptions;
  readonly checked: CheckedBotOptions;
  readonly opened: OpenedStore;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Joins the parts of a bot. All are made here, on the root, before any plugin has a scope of its own. */
export function compose(choices: Choices): Scope<BotParts> {
  const scope = Scope.createRoot<BotParts>();
  bindGiven(scope, choices);
  bindSessions(scope, choices);
  bindSettings(scope, choices);
  bindConversation(scope, choices);
  bindSchedules(scope, choices.opened.schedules);
  scope.makeAll(botPartNames);
  return scope;
}

function bindGiven(scope: Scope<BotParts>, { options, opened, clock, log }: Choices): void {
  scope.bind("clock", () => clock);
  scope.bind("log", () => log);
  scope.bind("store", () => opened.store);
  scope.bind("storages", () => new StorageCabinet(opened.shelves));
  scope.bind("audit", () => options.audit ?? opened.audit);
  scope.bind("policy", () => options.policy ?? new DefaultPolicy());
  scope.bind("reportError", () => (error, subject) => log.error({ ...subject, err: error }, describeError(error)));
  scope.bind(
    "recorder",
    (get) => new AuditRecorder({ audit: get("audit"), clock: get("clock"), reportError: get("reportError") }),
  );
  scope.bind("stopping", () => new AbortController());
  scope.bind(
    "usage",
    (get) => new UsageLedger({ store: opened.usage, clock: get("clock"), reportError: get("reportError") }),
  );
}

function bindSessions(scope: Scope<BotParts>, { options }: Choices): void {
  scope.bind("events", (get) => new EventBus(get("reportError")));
  scope.bind("runs", () => new RunRegistry());
  scope.bind(
    "sweeper",
    (get) => new Sweeper({ sessions: get("sessions"), clock: get("clock"), reportError: get("reportError") }),
  );
  scope.bind("lock", (get) => {
    const clock = get("clock");
    const { observeLock } = options;
    return new AsyncKeyedLock(observeLock === undefined ? { clock } : { clock, observe: observeLock });
  });
  scope.bind(
    "sessions",
    (get) =>
      new Sessions({
        store: get("store"),
        lock: get("lock"),
        policy: get("policy"),
        audit: get("audit"),
        events: get("events"),
        runs: get("runs"),
        clock: get("clock"),
        afterRemoval: (session, { undoUntil }) => {
          get("lanes").hurry(session.sessionId);
          get("delivery").hurry(session);
          if (undoUntil !== undefined) get("sweeper").expect(undoUntil);
        },
        afterRestore: (session) => {
          get("lanes").wake(session);
          get("delivery").wake(session);
        },
        summarize: (page) =>
          compact(
            {
              summarizer: get("summarizer"),
              settings: () => get("settings").current,
              clock: get("clock"),
              afterwards: ({ session }, model, used) =>
                get("usage").add({ at: get("clock").now(), model, adapter: session.key.adapter, runs: 0, ...used }),
            },
            page,
          ),
        afterPost: (session) => get("delivery").wake(session),
        afterAmendment(session) {
          get("delivery").hurry(session);
          get("lanes").wake(session);
        },
        get undoMilliseconds() {
          return get("settings").current.undoMilliseconds;
        },
        reportError: get("reportError"),
      }),
  );
}

function bindSettings(scope: Scope<BotParts>, { options, checked }: Choices): void {
  scope.bind(
    "settings",
    (get) =>
      new LiveSettings({
        base: settingsOf(checked),
        changes: options.changedSettings ?? {},
        keeper: options.settingsKeeper,
        events: get("events"),
        recorder: get("recorder"),
        clock: get("clock"),
        authorize: (actor, operation, reason, target) => get("sessions").authorize(actor, operation, reason, target),
        async afterChange(changed) {
          if (changed.includes("disabledPlugins")) await get("plugins").apply();
        },
        checkModel: async (model) => void (await get("models").resolve(model)),
      }),
  );
}

function bindConversation(scope: Scope<BotParts>, { options, checked }: Choices): void {
  scope.bind("channels", () => new NamedRegistry<Channel>("channel"));
  scope.bind("channelHost", (get) => {
    const [clock, events] = [get("clock"), get("events")];
    const onChange = (status: ChannelStatus) => events.emit({ type: "adapter.change", at: clock.now(), status });
    const startMilliseconds = checked.channelStartMilliseconds;
    return new ChannelHost({ channels: get("channels"), clock, log: get("log"), onChange, startMilliseconds });
  });
  scope.bind("commands", (get) => {
    const [clock, events] = [get("clock"), get("events")];
    return new CommandRegistry((command, change) =>
      events.emit({ type: "command.change", at: clock.now(), command, change }),
    );
  });
  scope.bind("models", () => new ModelRegistry());
  scope.bind("summarizer", (get) => new Summarizer({ models: get("models"), clock: get("clock") }));
  scope.bind("tools", () => new NamedRegistry<ToolDefinition>("tool"));
  scope.bind(
    "runner",
    (get) =>
      options.turnRunner ??
      new AgentRunner({
        models: get("models"),
        tools: () => get("tools").all(),
        settings: () => get("settings").current,
        clock: get("clock"),
        summarizer: get("summarizer"),
        onModelFailure: (failure, { runId, fence }) =>
          get("log").warn({ runId, sessionId: fence.sessionId, err: failure }, "A model could not answer."),
      }),
  );
  scope.bind("turnSpans", () => new TurnSpans());
  scope.bind(
    "executor",
    (get) =>
      new RunExecutor({
        sessions: get("sessions"),
        runs: get("runs"),
        runner: get("runner"),
        channels: get("channels"),
        events: get("events"),
        clock: get("clock"),
        reportError: get("reportError"),
        reserveDelivery: (sessionId) => get("delivery").reserve(sessionId),
        beginRun({ settings, key }) {
          const { attempts, model } = get("settings").current;
          const usedModel = settings.model ?? model;
          return {
            attempts,
            afterCommit: (used, answeringModel = usedModel) =>
              get("usage").add({ at: get("clock").now(), model: answeringModel, adapter: key.adapter, ...used }),
          };
        },
        stopping: get("stopping").signal,
        turnSpans: get("turnSpans"),
      }),
  );
  scope.bind(
    "delivery",
    (get) =>
      new DeliveryQueue({
        sessions: get("sessions"),
        channels: get("channels"),
        whenOpen: (name) => get("channelHost").whenOpen(name),
        clock: get("clock"),
        get options() {
          return get("settings").current.delivery;
        },
        reportError: get("reportError"),
        turnSpans: get("turnSpans"),
      }),
  );
  scope.bind(
    "lanes",
    (get) =>
      new TurnLanes({
        sessions: get("sessions"),
        executor: get("executor"),
        delivery: get("delivery"),
        clock: get("clock"),
        claimOptions: (adapter) => {
          const { overlap, historyLimit } = get("settings").current;
          return { isCollecting: (get("channels").find(adapter)?.overlap ?? overlap) === "collect", historyLimit };
        },
        reportError: get("reportError"),
      }),
  );
  scope.bind(
    "commandDesk",
    (get) =>
      new CommandDesk({
        sessions: get("sessions"),
        commands: get("commands"),
        reportError: get("reportError"),
      }),
  );
  scope.bind(
    "intake",
    (get) =>
      new Intake({
        sessions: get("sessions"),
        lanes: get("lanes"),
        commands: get("commands"),
        desk: get("commandDesk"),
        channels: get("channels"),
        clock: get("clock"),
        settings: () => get("settings").current,
        reportError: get("reportError"),
      }),
  );
  scope.bind(
    "postbox",
    (get) =>
      new Postbox({
        sessions: get("sessions"),
        lanes: get("lanes"),
        channels: get("channels"),
        clock: get("clock"),
        settings: () => get("settings").current,
      }),
  );
  scope.bind("plugins", (get) => {
    const clock = get("clock");
    return new PluginHost({
      createContext(name, own) {
        const child = scope.createChild<PluginParts>();
        child.bind("pluginContext", () => createPluginContext(get, name, own));
        return child.get("pluginContext");
      },
      log: get("log"),
      pause: (milliseconds, signal) => pause(clock, milliseconds, signal),
      setupMilliseconds: checked.pluginSetupMilliseconds,
      disabled: () => get("settings").current.disabledPlugins,
      onChange({ name, state }) {
        if (state !== "stopped") get("events").emit({ type: "plugin.change", at: clock.now(), plugin: name, state });
      },
    });
  });
}
