import type { ChannelStatus } from "../channel-status.ts";
import { type Clock, SystemClock, waitAtMost } from "../clock.ts";
import type { Receipt } from "../commands/intake.ts";
import type { OperatorMessage, PostReceipt } from "../commands/postbox.ts";
import type { Actor } from "../sessions/actor.ts";
import type { Command } from "../commands/command.ts";
import type { LockState } from "../locking/keyed-lock.ts";
import { silentLogger } from "../log.ts";
import type { PluginState } from "../plugin/plugin-state.ts";
import type { AuditEntry, AuditFilter, AuditRecord } from "../sessions/audit.ts";
import type { EventListener } from "../sessions/events.ts";
import type { InboundMessage } from "../sessions/inbox.ts";
import type { EndedRun, LiveRun } from "../sessions/run-registry.ts";
import type { Schedules } from "../schedules/schedules.ts";
import type { UsageFigures, UsageQuery, UsageReport } from "../usage/usage.ts";
import type { RunId, SessionId } from "../identifiers.ts";
import { formatSessionKey } from "../sessions/session-key.ts";
import type { Sessions } from "../sessions/sessions.ts";
import { PluginChangeError } from "../errors.ts";
import type { LiveSettings, SettingsDemand } from "../settings/live-settings.ts";
import { type BotOptions, type CheckedBotOptions, checkBotOptions } from "./bot-options.ts";
import { compose } from "./compose.ts";
import type { Scope } from "./injection.ts";
import type { BotParts } from "./parts.ts";
import { openStore } from "./open-store.ts";
import { standardPlugins } from "./standard-plugins.ts";

/** What a bot counts since its start. */
export interface BotStatistics {
  readonly runsInFlight: number;
  readonly activeLanes: number;
  /** Writes that the fence refused. */
  readonly refusedWrites: number;
}

/** Of the time to stop, what is left for aborted runs to unwind and for the last sends, in milliseconds. */
const unwindMilliseconds = 2_000;

/** How long a stop may take by default, in milliseconds: process managers wait 10 s before they kill. */
const defaultStopMilliseconds = 10_000;

/** A bot: conversations, the agent that answers them, and the plugins around it. Made by `createBot`. */
export class Bot {
  /** The only door to conversations. */
  readonly sessions: Sessions;
  /** The only door to schedules. */
  readonly schedules: Schedules;
  /** The settings in force, and the way to change them while the bot runs. */
  readonly settings: LiveSettings;
  /** What the bot was made with; what was changed since is in `settings`. */
  readonly options: CheckedBotOptions;
  readonly #scope: Scope<BotParts>;
  readonly #clock: Clock;
  #isSetUp: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;

  /** For `createBot`. */
  constructor(scope: Scope<BotParts>, options: CheckedBotOptions) {
    this.#scope = scope;
    this.options = options;
    this.sessions = scope.get("sessions");
    this.schedules = scope.get("schedules");
    this.settings = scope.get("settings");
    this.#clock = scope.get("clock");
  }

  /**
   * Sets the plugins up. A plugin that fails is told in `plugins` and in the log, and the rest goes on. Nothing is
   * answered or sent before `start`. Calling it again waits for the first call.
   */
  setUp(): Promise<void> {
    this.#isSetUp ??= this.#setUp();
    return this.#isSetUp;
  }

  async #setUp(): Promise<void> {
    const plugins = this.#scope.get("plugins");
    const standard = standardPlugins(this.#scope.get);
    for (const plugin of [...standard, ...this.options.plugins]) await plugins.start(plugin);
  }

  /**
   * Sets the plugins up where that has not been done, takes up what was left unfinished, and starts the channels. A
   * channel that fails is told in the log, and the rest goes on.
   */
  async start(): Promise<void> {
    await this.setUp();
    if (this.#stopped !== undefined) return;
    this.#scope.get("delivery").open();
    this.#scope.get("lanes").open();
    for (const session of await this.sessions.unfinished()) {
      this.#scope.get("delivery").wake(session);
      this.#scope.get("lanes").wake(session);
    }
    await this.#scope.get("channelHost").start();
    // Before the first sweep: a run that was handed in before a crash is told by the mark that it left.
    await this.#scope.get("scheduleRunner").start();
    await this.#scope.get("sweeper").start();
  }

  /**
   * Checks that the bot's model can be used, without a call to its service.
   * @throws ConfigurationError that says what is missing.
   */
  async checkModel(model: string = this.settings.current.model): Promise<void> {
    await this.#scope.get("models").resolve(model);
  }

  /** Takes a message in, as a channel does. See `Intake.receive`. */
  receive(message: InboundMessage): Promise<Receipt> {
    return this.#scope.get("intake").receive(message);
  }

  /** Takes an operator's message in, for one conversation. See `Postbox.post`. */
  post(id: SessionId, message: OperatorMessage, actor: Actor): Promise<PostReceipt> {
    return this.#scope.get("postbox").post(id, message, actor);
  }

  /** Is told of every event; the returned function ends it. The listener must be quick. */
  subscribe(listener: EventListener): () => void {
    return this.#scope.get("events").subscribe(listener);
  }

  /** The runs that this process executes. */
  runs(): readonly LiveRun[] {
    return [...this.#scope.get("runs").live];
  }

  /** A run in flight, or one of the last 1,000 that ended. */
  findRun(id: RunId): LiveRun | EndedRun | undefined {
    return this.#scope.get("runs").find(id);
  }

  get plugins(): readonly PluginState[] {
    return this.#scope.get("plugins").states;
  }

  /**
   * Turns a plugin off, which undoes all that it registered, or on, which sets it up again; the same holds after a restart
   * where settings are kept. Runs in flight go on with what they began with; an answer whose channel has gone is not delivered
   * and says so. When setting it up fails, its state tells.
   * @throws NotAuthorizedError, PluginChangeError
   * @throws SettingsChangedError, StoreError when the settings could not be changed; the plugin was left as it was.
   */
  async changePlugin(name: string, isEnabled: boolean, demand: SettingsDemand): Promise<PluginState> {
    const plugins = this.#scope.get("plugins");
    const patch = () => {
      plugins.checkChange(name, isEnabled);
      const others = this.settings.current.disabledPlugins.filter((other) => other !== name);
      return { disabledPlugins: isEnabled ? others : [...others, name] };
    };
    await this.settings.changeAs("plugin.change", patch, demand, name);
    const state = plugins.states.find((plugin) => plugin.name === name);
    if (state === undefined) throw new PluginChangeError("PLUGIN_NOT_FOUND", name);
    return state;
  }

  get commands(): readonly Command[] {
    return this.#scope.get("commands").all();
  }

  /** The names of the channels that are on. */
  get channels(): readonly string[] {
    return this.#scope
      .get("channels")
      .all()
      .map(({ name }) => name);
  }

  get statistics(): BotStatistics {
    return {
      runsInFlight: this.runs().length,
      activeLanes: this.#scope.get("lanes").activeLanes,
      refusedWrites: this.sessions.refusedWrites,
    };
  }

  /** How each channel stands. */
  get adapters(): readonly ChannelStatus[] {
    return this.#scope.get("channelHost").statuses;
  }

  /**
   * Stops a channel and starts it anew, without waiting for it; what is to be delivered waits meanwhile. `busy` when it is
   * being restarted already, `unknown` when there is no such channel, or the bot is not on.
   * @throws NotAuthorizedError when no policy allows it.
   */
  async restartAdapter(name: string, actor: Actor, reason = ""): Promise<"begun" | "busy" | "unknown"> {
    await this.sessions.authorize(actor, "adapter.restart");
    const outcome = this.#scope.get("channelHost").restart(name);
    await this.recordAudit({
      actor,
      operation: "adapter.restart",
      sessionId: undefined,
      target: name,
      reason,
      outcome: outcome === "begun" ? "done" : "nothing to do",
    });
    return outcome;
  }

  /**
   * Hands what a channel's service sent over HTTP to the channel. `unknown` when there is no such channel, or it takes
   * nothing over HTTP; `off` when it is not connected, and then nothing of it runs.
   */
  async receiveWebhook(name: string, request: Request): Promise<Response | "unknown" | "off"> {
    const channel = this.#scope.get("channels").find(name);
    if (channel?.webhook === undefined) return "unknown";
    if (this.#scope.get("channelHost").whenOpen(name) !== undefined) return "off";
    return channel.webhook(request);
  }

  /** Who holds the lock of a conversation right now. */
  inspectLock(message: Pick<InboundMessage, "key">): LockState | undefined {
    return this.#scope.get("lock").inspect(formatSessionKey(message.key));
  }

  /**
   * The newest entries of the audit log, or the newest that meet a filter, newest first.
   * @param after the position of an entry: only older ones then.
   */
  audit(limit: number, filter?: AuditFilter, after?: string): Promise<readonly AuditRecord[]> {
    return this.#scope.get("audit").newest(limit, filter, after);
  }

  /**
   * Writes down what a surface did by itself, such as a login: one audit log has everything, in order. Never rejects; an
   * entry that cannot be written is told in the log.
   */
  recordAudit(entry: Omit<AuditEntry, "at">): Promise<void> {
    return this.#scope.get("recorder").record(entry);
  }

  /** What stored runs used since the start. */
  get usageSinceStart(): UsageFigures {
    return this.#scope.get("usage").sinceStart;
  }

  /**
   * What runs used, by day, model or adapter, over at most the last 400 days.
   * @throws NotAuthorizedError
   */
  async usage(query: UsageQuery, actor: Actor): Promise<UsageReport> {
    await this.sessions.authorize(actor, "usage.read");
    return this.#scope.get("usage").report(query, this.settings.current.usage.prices);
  }

  /** Resolves when nothing waits, runs or is being delivered. For tests and scripts. */
  async settled(): Promise<void> {
    await this.#scope.get("scheduleRunner").settled();
    await this.#scope.get("intake").settled();
    await this.#scope.get("lanes").settled();
    await this.#scope.get("delivery").settled();
  }

  /**
   * Stops the channels, lets runs finish for a while, aborts the rest (their messages run again after the next start),
   * stops the plugins newest first, and closes the store. Calling it again waits for the first call.
   */
  stop(timeoutMilliseconds: number = defaultStopMilliseconds): Promise<void> {
    this.#stopped ??= this.#stop(timeoutMilliseconds);
    return this.#stopped;
  }

  async #stop(timeoutMilliseconds: number): Promise<void> {
    this.#scope.get("sweeper").stop();
    await waitAtMost(this.#clock, unwindMilliseconds / 2, this.#scope.get("scheduleRunner").stop());
    await this.#scope.get("channelHost").stop();
    const lanes = this.#scope.get("lanes").stop();
    await waitAtMost(this.#clock, Math.max(0, timeoutMilliseconds - unwindMilliseconds), lanes);
    this.#scope.get("stopping").abort();
    for (const run of this.runs()) run.abort("shutdown");
    await waitAtMost(this.#clock, unwindMilliseconds / 2, lanes);
    await waitAtMost(this.#clock, unwindMilliseconds / 2, this.#scope.get("delivery").stop());
    await this.#scope.get("plugins").stop();
    await this.#scope.get("storages").close();
    await this.#scope.get("usage").close();
    await this.#scope.get("audit").close();
    await this.#scope.get("store").close();
  }
}

/**
 * Makes a bot and opens its store. `start` sets it going, `stop` ends it and closes the store.
 * @throws ConfigurationError when an option is not valid.
 * @throws StoreError when the store cannot be opened.
 */
export async function createBot(options: BotOptions = {}): Promise<Bot> {
  const checked = checkBotOptions(options);
  const clock = options.clock ?? new SystemClock();
  const log = options.log ?? silentLogger;
  const opened = await openStore(checked.store, clock, log);
  const scope = compose({ options, checked, opened, clock, log });
  try {
    await scope.get("scheduleBook").load();
    await scope.get("usage").load();
  } catch (error) {
    await opened.store.close();
    throw error;
  }
  return new Bot(scope, checked);
}
