import type {
  AnswerPart,
  Channel,
  ClaimedTurn,
  Draft,
  DraftRequest,
  InboundMessage,
  MessageId,
  OutboundPiece,
  RunContext,
  RunId,
  RunResult,
  SessionId,
  SessionKey,
} from "@keyturn/core";
import {
  DeliveryError,
  ProviderError,
  RestoreError,
  SessionNotFoundError,
  StaleFenceError,
  definePlugin,
  silentLogger,
} from "@keyturn/core";
import { Bot } from "../../../packages/core/src/composition/bot.ts";
import { checkBotOptions } from "../../../packages/core/src/composition/bot-options.ts";
import { compose } from "../../../packages/core/src/composition/compose.ts";
import { MemoryAuditLog } from "../../../packages/core/src/sessions/audit.ts";
import { MemoryScheduleStore } from "../../../packages/core/src/schedules/schedule-store.ts";
import { MemoryStorageShelves } from "../../../packages/core/src/storage/plugin-storage.ts";
import type { SessionStore } from "../../../packages/core/src/sessions/session-store.ts";
import { DocumentSessionStore } from "../../../packages/core/src/stores/document/document-session-store.ts";
import { type CrashingStorage, SimulatedDisk, type Step } from "./crashing-storage.ts";
import { History, editMark } from "./history.ts";
import { ScheduledClock } from "./scheduled-clock.ts";

/** Something that a person, an operator or fate does. */
export interface Action {
  /** `resend`: the service hands the newest message in again; `edit`, `withdraw`: its person changes or deletes it. */
  readonly type:
    | "send"
    | "resend"
    | "edit"
    | "withdraw"
    | "regenerate"
    | "reset"
    | "delete"
    | "stop"
    | "restore"
    | "crash";
  /** Typed in the conversation, where it can be. */
  readonly isTyped: boolean;
  /** How many steps it lets pass before it begins: what spreads the actions over the life of the messages. */
  readonly delay: number;
}

/** What a process is made of. */
interface Process {
  readonly bot: Bot;
  readonly storage: CrashingStorage;
  /** Ends the waiting of everybody who waits for an answer of this process. */
  readonly crashed: AbortController;
}

/** Turns the honest store into another one, for the control that must fail. */
export type StoreMaker = (storage: CrashingStorage) => SessionStore;

/** What a world is like. */
export interface WorldOptions {
  /** Every how manieth run fails, and send loses its answer; 0 for none. */
  readonly failEvery: number;
  /** Whether the chat service shows answers while they are written. */
  readonly hasDrafts: boolean;
  readonly makeStore?: StoreMaker | undefined;
}

function createHonestStore(storage: CrashingStorage): SessionStore {
  return new DocumentSessionStore(storage);
}

const operator = { kind: "operator", id: "tests", surface: "code" } as const;
const key: SessionKey = { adapter: "test", account: "main", place: "room" };

/**
 * A bot, a disk that outlives it, a chat service and a model, in which every step of every part happens when the
 * scheduler says so. What is seen is kept in a history, for the checker.
 */
export class World {
  readonly history = new History();
  readonly #accepted = new Map<MessageId, { readonly epoch: number; readonly version: number }>();
  readonly #step: Step;
  readonly #disk: SimulatedDisk;
  readonly #makeStore: StoreMaker;
  readonly #failEvery: number;
  readonly #hasDrafts: boolean;
  #process: Process | undefined;
  /** What was removed last. */
  #removed: SessionId | undefined;
  #sent = 0;
  #typedCommands = 0;
  #runs = 0;
  #sends = 0;

  constructor(step: Step, { failEvery, hasDrafts, makeStore = createHonestStore }: WorldOptions) {
    this.#step = step;
    this.#makeStore = makeStore;
    this.#failEvery = failEvery;
    this.#hasDrafts = hasDrafts;
    this.#disk = new SimulatedDisk({
      write: ({ outbox }) => this.history.confirm(outbox),
      remove: (id, epoch) => {
        this.#removed = id;
        this.history.remove(epoch);
      },
      restore: (oldEpoch, { epoch, tail }) => {
        const answers = tail.map((entry) => (entry.role === "assistant" ? textOf(entry.parts) : ""));
        this.history.restore(oldEpoch, epoch, answers);
      },
    });
  }

  async start(): Promise<void> {
    const storage = this.#disk.mount(this.#step);
    const clock = new ScheduledClock(this.#step);
    const options = {
      clock,
      turnRunner: { run: (turn: ClaimedTurn, context: RunContext) => this.#run(storage, turn, context) },
      plugins: [
        definePlugin({
          name: "channel",
          version: "1.0.0",
          setup: (context) => context.channel(this.#createChannel(storage)),
        }),
      ],
    };
    const checked = checkBotOptions(options);
    const opened = {
      store: this.#makeStore(storage),
      audit: new MemoryAuditLog(),
      schedules: new MemoryScheduleStore(),
      usage: undefined,
      shelves: new MemoryStorageShelves(),
    };
    const bot = new Bot(compose({ options, checked, opened, clock, log: silentLogger }), checked);
    bot.subscribe((event) => {
      if (event.type === "message.accept") this.#accepted.set(event.messageId, event);
    });
    this.#process = { bot, storage, crashed: new AbortController() };
    await bot.start();
  }

  async act(action: Action): Promise<void> {
    for (let passed = 0; passed <= action.delay; passed += 1) await this.#step(action.type);
    const running = this.#process;
    if (running === undefined) return;
    if (action.type === "crash") {
      running.storage.crash();
      running.crashed.abort();
      this.#process = undefined;
      await this.start();
      return;
    }
    const crash = new Promise<void>((resolve) => {
      running.crashed.signal.addEventListener("abort", () => resolve());
    });
    await Promise.race([this.#ask(running.bot, action.type, action.isTyped), crash]);
  }

  #ask(bot: Bot, type: Exclude<Action["type"], "crash">, isTyped: boolean): Promise<void> {
    if (type === "send" || type === "resend") return this.#accept(bot, type);
    if (type === "edit" || type === "withdraw") return this.#amend(bot, type);
    if (type === "regenerate") return this.#regenerate(bot);
    if (type === "restore") return this.#restore(bot);
    return isTyped ? this.#typed(bot, type) : this.#demanded(bot, type);
  }

  /** Comes to rest: as it is, so that a forgotten message is seen, or after a last crash and start. */
  async finish(isCrashing: boolean): Promise<void> {
    if (isCrashing) await this.act({ type: "crash", isTyped: false, delay: 0 });
    await this.#process?.bot.settled();
  }

  /** Every broken promise, as a sentence. */
  check(): readonly string[] {
    const id = this.#disk.contents.find("test/main/room");
    const document = id === undefined ? undefined : this.#disk.contents.load(id);
    const entries = (document?.tail ?? []).map((entry) => ({
      role: entry.role,
      text: entry.role === "assistant" ? textOf(entry.parts) : entry.text,
      isStopped: entry.role === "assistant" && entry.isStopped === true,
    }));
    return this.history.check({ epoch: document?.epoch, entries, unanswered: document?.inbox.length ?? 0 });
  }

  #createChannel(storage: CrashingStorage): Channel {
    return {
      name: "test",
      ...(this.#hasDrafts ? { openDraft: ({ runId }: DraftRequest) => this.#openDraft(storage, runId) } : {}),
      assurance: "idempotent",
      send: (piece) => this.#send(storage, piece),
      recall: async ({ idempotencyKey }) => {
        await this.#step("recall");
        this.history.hide(idempotencyKey);
      },
    };
  }

  #openDraft(storage: CrashingStorage, runId: RunId): Draft {
    let hasEnded = false;
    return {
      update: async (text) => {
        if (!storage.isCrashed) this.history.draft(runId, text, hasEnded);
        await this.#step("draft");
      },
      end: async () => {
        hasEnded = true;
        await this.#step("draft ended");
      },
    };
  }

  #message(text: string): InboundMessage {
    return { key, platformMessageId: `platform of ${text}`, sender: { id: "ana" }, text };
  }

  async #accept(bot: Bot, type: "send" | "resend"): Promise<void> {
    if (type === "send") this.#sent += 1;
    const text = `message ${this.#sent}`;
    const receipt = await bot.receive(this.#message(text));
    const accepted = receipt.kind === "accepted" ? this.#accepted.get(receipt.messageId) : undefined;
    if (accepted !== undefined) this.history.accept(text, accepted);
  }

  async #amend(bot: Bot, type: "edit" | "withdraw"): Promise<void> {
    const text = `message ${this.#sent}`;
    const message = this.#message(text);
    if (type === "edit") {
      const { kind } = await bot.sessions.editMessage({ ...message, text: `${text}${editMark}` });
      if (kind === "replaced" || kind === "stored") this.history.edit(text);
      return;
    }
    this.history.beginWithdrawal(text);
    await bot.sessions.withdrawMessage(message, operator);
    this.history.endWithdrawal(text);
  }

  async #typed(bot: Bot, type: "reset" | "delete" | "stop"): Promise<void> {
    this.#typedCommands += 1;
    const begun = this.history.beginDestroy();
    const text = type === "stop" ? "/stop" : "/reset";
    const receipt = await bot.receive({ ...this.#message(text), platformMessageId: `typed ${this.#typedCommands}` });
    if (receipt.kind === "command" && type !== "stop") this.history.endDestroy(begun);
  }

  async #demanded(bot: Bot, type: "reset" | "delete" | "stop"): Promise<void> {
    const id = await bot.sessions.find(key);
    if (id === undefined) return;
    const begun = this.history.beginDestroy();
    try {
      await bot.sessions[type](id, { actor: operator, reason: "test" });
      if (type !== "stop") this.history.endDestroy(begun);
    } catch {
      // Somebody else deleted it in between: nothing to do.
    }
  }

  async #regenerate(bot: Bot): Promise<void> {
    const id = await bot.sessions.find(key);
    if (id === undefined) return;
    try {
      await bot.sessions.regenerate(id, { actor: operator, reason: "test" });
    } catch (error) {
      if (!(error instanceof SessionNotFoundError)) throw error;
    }
  }

  async #restore(bot: Bot): Promise<void> {
    if (this.#removed === undefined) return;
    try {
      await bot.sessions.restore(this.#removed, { actor: operator, reason: "test" });
    } catch (error) {
      if (!(error instanceof RestoreError) && !(error instanceof SessionNotFoundError)) throw error;
    }
  }

  async #run(storage: CrashingStorage, turn: ClaimedTurn, context: RunContext): Promise<RunResult> {
    // A process that is gone begins nothing; what it had begun goes on until it sees that it is over.
    if (storage.isCrashed) return new Promise(() => undefined);
    this.#runs += 1;
    const fails = this.#failEvery > 0 && this.#runs % this.#failEvery === 0;
    const run = this.history.beginRun(turn, () => storage.isCrashed || context.signal.aborted);
    await this.#step("model");
    context.onText("so ");
    await this.#step("model");
    context.onText("far");
    await this.#step("model");
    this.history.endRun(run);
    const isOver = storage.isCrashed || context.signal.aborted;
    if (isOver) void this.#saveLate(turn);
    if (storage.isCrashed) return new Promise(() => undefined);
    if (fails) throw new ProviderError("The model service has trouble.", { isRetryable: true });
    const text = turn.messages.map((message) => `re: ${message.text}`).join("\n");
    return { parts: [{ type: "text", text }], usage: { inputTokens: 1, outputTokens: 1 } };
  }

  /** A run that was stopped, or whose process is gone, saves all the same, with its own fence and past every abort. */
  async #saveLate(turn: ClaimedTurn): Promise<void> {
    await this.#step("late save");
    const text = turn.messages.map((message) => `re: ${message.text}`).join("\n");
    const at = 0;
    const bot = this.#process?.bot;
    try {
      await bot?.sessions.commitTurn(turn.fence, {
        entries: [{ role: "assistant", runId: turn.runId, at, parts: [{ type: "text", text }] }],
        outbox: [],
        usage: { inputTokens: 0, outputTokens: 0, runs: 0 },
        at,
      });
      if (bot !== undefined) this.history.saveLate(text);
    } catch (error) {
      if (!(error instanceof StaleFenceError)) throw error;
    }
  }

  async #send(storage: CrashingStorage, piece: OutboundPiece): Promise<{ readonly platformMessageId: string }> {
    await this.#step("send");
    if (storage.isCrashed) return new Promise(() => undefined);
    this.history.show(piece);
    await this.#step("sent");
    this.#sends += 1;
    if (this.#failEvery > 0 && this.#sends % this.#failEvery === 0) {
      throw new DeliveryError("The answer of the service got lost.", { isRetryable: true, isAmbiguous: true });
    }
    return { platformMessageId: piece.idempotencyKey };
  }
}

function textOf(parts: readonly AnswerPart[]): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}
