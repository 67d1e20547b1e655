import {
  type Bot,
  type BotEvent,
  type LockObservation,
  RunAbortedError,
  type RunId,
  type SessionEvent,
  isSessionEvent,
} from "@keyturn/core";
import { Counter, Gauge, Histogram, Registry } from "prom-client";

/** A request that was answered. */
export interface AnsweredRequest {
  /** The route's template; undefined when there was no such route. */
  readonly route: string | undefined;
  readonly method: string;
  readonly status: number;
  readonly seconds: number;
}

/** What a gateway's own figures are read from. */
interface Figures {
  readonly bot: Bot;
  readonly events: { readonly streams: number };
  /** Undefined when there is no web chat for visitors. */
  readonly visitors: { readonly events: { readonly streams: number } } | undefined;
}

/** From a tenth of a millisecond, what an idle lock takes, to ten seconds. */
const lockBuckets = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];

const requestBuckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30];

/** After these events a run of their session may have been told to end. */
const abortingEvents: ReadonlySet<BotEvent["type"]> = new Set<BotEvent["type"]>([
  "message.accept",
  "session.change",
  "session.reset",
  "session.delete",
]);

/**
 * The figures of one bot and its gateway, in a registry of their own. No label holds an id, a key or a path that somebody
 * sent: they would make a series each, and tell who talks with the bot.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #registers = [this.#registry];
  /** Aborted runs that are counted and have not ended yet. */
  readonly #aborted = new Set<RunId>();
  #figures: Figures | undefined;

  readonly #deleteSeconds = new Histogram({
    name: "sessions_delete_seconds",
    help: "Time of a delete, from asking for the lock to the durable end.",
    buckets: lockBuckets,
    registers: this.#registers,
  });

  readonly #lockWaitSeconds = new Histogram({
    name: "session_lock_wait_seconds",
    help: "Time that a section waited for the lock of its session key.",
    buckets: lockBuckets,
    registers: this.#registers,
  });

  readonly #abortedRuns = new Counter({
    name: "runs_aborted_total",
    help: "Runs that were told to end, by what told them.",
    labelNames: ["reason"],
    registers: this.#registers,
  });

  readonly #staleSaves = new Counter({
    name: "stale_saves_rejected_total",
    help: "Writes that the fence refused: of runs whose session had moved on.",
    registers: this.#registers,
  });

  readonly #requestSeconds = new Histogram({
    name: "http_request_seconds",
    help: "Time to the beginning of an answer.",
    labelNames: ["route", "method", "status"],
    buckets: requestBuckets,
    registers: this.#registers,
  });

  constructor() {
    const read = (figure: (figures: Figures) => number) => (this.#figures === undefined ? 0 : figure(this.#figures));
    this.#addGauge("runs_in_flight", "Runs that this process executes.", () => read(({ bot }) => bot.runs().length));
    const up: Gauge<"adapter"> = new Gauge({
      name: "adapter_up",
      help: "Whether a channel adapter is connected: 1 or 0.",
      labelNames: ["adapter"],
      registers: this.#registers,
      collect: () => {
        up.reset();
        for (const { name, state } of this.#figures?.bot.adapters ?? []) {
          up.set({ adapter: name }, state === "connected" ? 1 : 0);
        }
      },
    });
    const reconnects: Counter<"adapter"> = new Counter({
      name: "adapter_reconnects_total",
      help: "How often a channel adapter came back after it had been connected, since the start.",
      labelNames: ["adapter"],
      registers: this.#registers,
      collect: () => {
        reconnects.reset();
        for (const status of this.#figures?.bot.adapters ?? []) {
          reconnects.inc({ adapter: status.name }, status.reconnects);
        }
      },
    });
    this.#addCounter("run_input_tokens_total", "Tokens that stored runs sent to models.", () =>
      read(({ bot }) => bot.usageSinceStart.inputTokens),
    );
    this.#addCounter("run_output_tokens_total", "Tokens that stored runs got from models.", () =>
      read(({ bot }) => bot.usageSinceStart.outputTokens),
    );
    this.#addGauge("sse_clients", "Readers of the event stream.", () => read(({ events }) => events.streams));
    this.#addGauge("visitor_sse_clients", "Visitors' readers of their own streams.", () =>
      read(({ visitors }) => visitors?.events.streams ?? 0),
    );
  }

  /** For the bot's option `observeLock`. */
  readonly observeLock = ({ operation, waitMilliseconds, holdMilliseconds }: LockObservation): void => {
    this.#lockWaitSeconds.observe(waitMilliseconds / 1000);
    if (operation === "session.delete") this.#deleteSeconds.observe((waitMilliseconds + holdMilliseconds) / 1000);
  };

  /** Counts what happens from now on; the returned function ends it. */
  watch(figures: Figures): () => void {
    this.#figures = figures;
    return figures.bot.subscribe((event) => this.#count(event, figures.bot));
  }

  observeRequest({ route, method, status, seconds }: AnsweredRequest): void {
    // Whoever asks for what is not there may say any method.
    const labels = { route: route ?? "none", method: route === undefined ? "any" : method, status: String(status) };
    this.#requestSeconds.observe(labels, seconds);
  }

  /** The media type of `text`. */
  get contentType(): string {
    return this.#registry.contentType;
  }

  /** Everything, as Prometheus reads it. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }

  #addGauge(name: string, help: string, read: () => number): void {
    const gauge: Gauge = new Gauge({ name, help, registers: this.#registers, collect: () => gauge.set(read()) });
  }

  /** A counter that somebody else counts. */
  #addCounter(name: string, help: string, read: () => number): void {
    const collect = () => {
      counter.reset();
      counter.inc(read());
    };
    const counter: Counter = new Counter({ name, help, registers: this.#registers, collect });
  }

  #count(event: BotEvent, bot: Bot): void {
    if (event.type === "fence.refuse") this.#staleSaves.inc();
    if (isSessionEvent(event) && abortingEvents.has(event.type)) this.#countAborted(event, bot);
    if (event.type !== "run.finish") return;
    // Only the end of the process aborts runs without an event of their session.
    const isCounted = this.#aborted.delete(event.runId);
    if (!isCounted && event.errorCode === "RUN_ABORTED") this.#abortedRuns.inc({ reason: "shutdown" });
  }

  #countAborted({ sessionId }: SessionEvent, bot: Bot): void {
    for (const { sessionId: other, runId, abortError } of bot.runs()) {
      if (other !== sessionId || !(abortError instanceof RunAbortedError) || this.#aborted.has(runId)) continue;
      this.#aborted.add(runId);
      this.#abortedRuns.inc({ reason: abortError.reason });
    }
  }
}

/** Makes the figures of one bot: give `observeLock` to `createBot`, and all of it to `createGateway`. */
export function createMetrics(): Metrics {
  return new Metrics();
}
