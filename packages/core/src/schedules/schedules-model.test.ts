import { ManualClock } from "@keyturn/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ScheduleId, createMessageId, createSessionId } from "../identifiers.ts";
import type { Actor } from "../sessions/actor.ts";
import { MemoryAuditLog } from "../sessions/audit.ts";
import { EventBus } from "../sessions/events.ts";
import type { InboundMessage } from "../sessions/inbox.ts";
import { DefaultPolicy } from "../sessions/policy.ts";
import { SessionGate } from "../sessions/session-gate.ts";
import type { AcceptOutcome } from "../sessions/session-store.ts";
import type { SessionSummary } from "../sessions/session.ts";
import { ScheduleBook } from "./schedule-book.ts";
import { ScheduleRunner } from "./schedule-runner.ts";
import { MemoryScheduleStore, type ScheduleStore } from "./schedule-store.ts";
import type { MissedRule, Schedule } from "./schedule.ts";
import { Schedules } from "./schedules.ts";

const minute = 60_000;
const operator: Actor = { kind: "operator", id: "tests", surface: "code" };

/** Expressions, with what they mean in UTC in other words. */
const expressions: readonly { readonly cron: string; readonly isDue: (minuteOfDay: number) => boolean }[] = [
  { cron: "* * * * *", isDue: () => true },
  { cron: "*/5 * * * *", isDue: (minuteOfDay) => minuteOfDay % 5 === 0 },
  { cron: "7,8 * * * *", isDue: (minuteOfDay) => minuteOfDay % 60 === 7 || minuteOfDay % 60 === 8 },
  { cron: "0 */2 * * *", isDue: (minuteOfDay) => minuteOfDay % 120 === 0 },
];

/** A wall clock that can be set, beside time that goes by itself. */
class SettableClock extends ManualClock {
  #ahead = 0;

  override now(): number {
    return super.now() + this.#ahead;
  }

  set(milliseconds: number): void {
    this.#ahead += milliseconds;
  }
}

interface Handed {
  readonly dueAt: number;
  readonly at: number;
}

/** From when until when something was so, by the wall clock. */
interface Span {
  readonly from: number;
  to: number;
}

/** What the test knows of a schedule. */
interface Known {
  readonly isDue: (minuteOfDay: number) => boolean;
  readonly missed: MissedRule;
  readonly active: Span[];
  isActive: boolean;
}

/** A bot's schedules over stores that outlast its processes, and everything that was seen of them. */
class World {
  readonly clock = new SettableClock();
  readonly known = new Map<ScheduleId, Known>();
  readonly handed = new Map<ScheduleId, Handed[]>();
  /** While a process ran and its clock was not set. */
  readonly watched: Span[] = [];
  repeated = 0;
  crashes = 0;
  diesAtNextNote = false;
  /** What a delete waits for. */
  untilRemoved: Promise<void> = Promise.resolve();
  #disk = new MemoryScheduleStore();
  #marks = new Set<string>();
  #runner: ScheduleRunner | undefined;
  #schedules: Schedules | undefined;

  get isUp(): boolean {
    return this.#runner !== undefined;
  }

  async up(): Promise<void> {
    if (this.isUp) return;
    const { clock } = this;
    const isAlive = () => this.#runner === runner;
    const store: ScheduleStore = {
      read: () => this.#disk.read(),
      remove: async (id) => {
        await this.untilRemoved;
        await this.#disk.remove(id);
      },
      write: (schedule) => this.#write(schedule, isAlive),
    };
    const session: SessionSummary = { ...room, id: createSessionId() };
    const sessions = { find: () => Promise.resolve(session.id), read: () => Promise.resolve(session) };
    const events = new EventBus(fail);
    const book = new ScheduleBook(store);
    const intake = { take: (message: InboundMessage) => (isAlive() ? this.#take(message, session) : never()) };
    const runner = new ScheduleRunner({ book, sessions, intake, events, clock, reportError: fail });
    const gate = new SessionGate({
      store: { summary: () => Promise.resolve(session) },
      policy: new DefaultPolicy(),
      audit: new MemoryAuditLog(),
      clock,
      reportError: fail,
    });
    await book.load();
    this.#runner = runner;
    this.#schedules = new Schedules({ book, runner, sessions, gate, events, clock });
    // One that crashes in the middle of this never tells how it ended.
    await Promise.race([runner.start(), this.clock.advance(0)]);
  }

  async down(): Promise<void> {
    await this.#runner?.stop();
    this.#runner = undefined;
  }

  async advance(milliseconds: number): Promise<void> {
    const from = this.clock.now();
    const runner = this.#runner;
    await this.clock.advance(milliseconds);
    if (runner !== undefined && runner === this.#runner) this.watched.push({ from, to: this.clock.now() });
  }

  async create(expression: number, missed: MissedRule): Promise<void> {
    const { cron, isDue } = expressions[expression % expressions.length] ?? { cron: "", isDue: () => false };
    const wish = { sessionId: createSessionId(), name: "n", cron, timeZone: "UTC", text: "t", missed };
    const made = await this.#schedules?.create(wish, operator);
    if (made === undefined) return;
    this.known.set(made.id, { isDue, missed, active: [], isActive: false });
    this.#activate(made.id, true);
  }

  /** Pauses a schedule, or resumes it. */
  async pause(index: number): Promise<void> {
    const id = this.#pick(index);
    if (id === undefined || this.#schedules === undefined) return;
    const isPaused = this.known.get(id)?.isActive === true;
    await this.#schedules.change(id, { isPaused }, operator);
    this.#activate(id, !isPaused);
  }

  async delete(index: number): Promise<void> {
    const id = this.#pick(index);
    if (id === undefined || this.#schedules === undefined) return;
    await this.#schedules.delete(id, operator);
    this.#activate(id, false);
    this.#deleted.add(id);
  }

  /** Ends what is open: a due time after this is nobody's yet. */
  end(): void {
    for (const [id, { isActive }] of this.known) if (isActive) this.#activate(id, false);
  }

  readonly #deleted = new Set<ScheduleId>();

  #pick(index: number): ScheduleId | undefined {
    const ids = [...this.known.keys()].filter((id) => !this.#deleted.has(id));
    return ids[index % Math.max(1, ids.length)];
  }

  #activate(id: ScheduleId, isActive: boolean): void {
    const known = this.known.get(id);
    if (known === undefined) return;
    const now = this.clock.now();
    const open = known.active.at(-1);
    if (isActive) known.active.push({ from: now, to: Number.POSITIVE_INFINITY });
    else if (open !== undefined && known.isActive) open.to = now;
    known.isActive = isActive;
  }

  async #write(schedule: Schedule, isAlive: () => boolean): Promise<void> {
    if (this.diesAtNextNote && schedule.lastRun !== undefined && isAlive()) {
      // The message is accepted; the note of it is not written, and never will be by this process.
      this.diesAtNextNote = false;
      this.crashes += 1;
      this.#runner = undefined;
      this.#schedules = undefined;
    }
    if (!isAlive()) await never();
    await this.#disk.write(schedule);
  }

  #take({ platformMessageId }: InboundMessage, session: SessionSummary): Promise<AcceptOutcome> {
    const messageId = createMessageId();
    if (this.#marks.has(platformMessageId)) {
      this.repeated += 1;
      return Promise.resolve({ kind: "duplicate", messageId });
    }
    this.#marks.add(platformMessageId);
    const [, id, due = ""] = /^schedule\/(c_[\w-]+)\/(.+)$/.exec(platformMessageId) ?? [];
    const known = [...this.known.keys()].find((candidate) => candidate === id);
    if (known === undefined) throw new Error(`${platformMessageId} is of no schedule.`);
    const handed = { dueAt: Date.parse(due), at: this.clock.now() };
    this.handed.set(known, [...(this.handed.get(known) ?? []), handed]);
    return Promise.resolve({ kind: "accepted", messageId, session, isNew: false, stoppedRunId: undefined });
  }
}

/** What a process that died waits for. */
function never(): Promise<never> {
  return new Promise(() => undefined);
}

function fail(error: unknown): never {
  throw error;
}

const room: Omit<SessionSummary, "id"> = {
  key: { adapter: "test", account: "main", place: "room" },
  epoch: 1,
  version: 1,
  fence: 0,
  settings: {},
  owner: { id: "ana" },
  createdAt: 0,
  updatedAt: 0,
  entries: 0,
  waiting: 0,
  running: undefined,
  deliveries: { open: 0, unconfirmed: 0, failed: 0 },
  usage: { inputTokens: 0, outputTokens: 0, runs: 0 },
  preview: "",
};

const step = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 20 * minute }).map((ms) => (world: World) => world.advance(ms)) },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 1, max: 5 * 60 * minute }).map((ms) => (world: World) => {
      world.clock.set(ms);
      return world.advance(0);
    }),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.nat(), fc.constantFrom<MissedRule>("skip", "once")).map(
      ([expression, missed]) =>
        (world: World) =>
          world.create(expression, missed),
    ),
  },
  { weight: 3, arbitrary: fc.nat().map((index) => (world: World) => world.pause(index)) },
  { weight: 1, arbitrary: fc.nat().map((index) => (world: World) => world.delete(index)) },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 0, max: 3 * 60 * minute }).map((ms) => async (world: World) => {
      await world.down();
      world.clock.set(ms);
      await world.up();
    }),
  },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 1, max: 20 * minute }).map((ms) => async (world: World) => {
      world.diesAtNextNote = true;
      await world.advance(ms);
      world.diesAtNextNote = false;
      await world.up();
    }),
  },
);

/** Every time that is due in a span, its beginning left out: minute by minute. */
function dueTimes({ isDue }: Known, { from, to }: Span): readonly number[] {
  const times: number[] = [];
  for (let time = (Math.floor(from / minute) + 1) * minute; time <= to; time += minute) {
    if (isDue((time % 86_400_000) / minute)) times.push(time);
  }
  return times;
}

/** A look comes at least this often, in milliseconds. */
const look = 30_000;

/** What was wrong; nothing when all is well. */
function faultsOf(world: World): readonly string[] {
  // A process that dies may have handed a message in for each of its schedules, and noted none.
  const mostRepeated = world.crashes * world.known.size;
  const doubled = world.repeated > mostRepeated ? ["more messages came again than processes died"] : [];
  return [...doubled, ...[...world.known].flatMap(([id, known]) => faultsOfOne(world, id, known))];
}

function faultsOfOne(world: World, id: ScheduleId, known: Known): readonly string[] {
  const handed = world.handed.get(id) ?? [];
  const times = handed.map(({ dueAt }) => dueAt);
  const due = known.active.flatMap((span) => dueTimes(known, span));
  const late = handed.filter(({ at, dueAt }) => at - dueAt > minute);
  const tell = (fault: string, wrong: readonly number[]) =>
    wrong.map((time) => `${id} ${known.missed} ${fault} ${new Date(time).toISOString()}`);
  return [
    ...tell(
      "ran though it was not due",
      times.filter((time) => !due.includes(time)),
    ),
    ...tell(
      "ran twice for",
      times.filter((time, index) => times.indexOf(time) !== index),
    ),
    ...tell(
      "ran too early for",
      handed.filter(({ at, dueAt }) => at < dueAt).map(({ dueAt }) => dueAt),
    ),
    ...tell(
      "ran too late for",
      late.filter(() => known.missed === "skip").map(({ dueAt }) => dueAt),
    ),
    ...tell(
      "made up more than once at",
      late.filter(({ at }, index) => late.findIndex((other) => other.at === at) !== index).map(({ at }) => at),
    ),
    ...tell(
      "missed",
      due.filter((time) => !isSettled(time, known, handed, world.watched)),
    ),
  ];
}

/** Whether a due time was run, or was left out by the rule. */
function isSettled(time: number, known: Known, handed: readonly Handed[], watched: readonly Span[]): boolean {
  if (handed.some(({ dueAt }) => dueAt === time)) return true;
  const active = known.active.find(({ from, to }) => from < time && time <= to);
  // It was paused, deleted or ended before a look had to come.
  const lookedAt = watched.find(({ from, to }) => to >= Math.max(from, time) + look);
  if (lookedAt === undefined || active === undefined) return true;
  const looked = Math.max(lookedAt.from, time) + look;
  if (looked > active.to) return true;
  const wasWatched = lookedAt.from < time;
  if (wasWatched) return false;
  // One run has made up for it, or it is one of those that are left out.
  return known.missed === "skip" || handed.some(({ dueAt, at }) => dueAt > time && at <= looked);
}

describe("schedules, whatever happens to them, to the clock and to the process", () => {
  it("run each due time at most once, and miss none but by their rule", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const world = new World();
        await world.up();
        await world.create(0, "once");
        for (const take of steps) await take(world);
        await world.up();
        await world.advance(2 * minute);
        world.end();
        expect(faultsOf(world)).toEqual([]);
        await world.down();
      }),
      { numRuns: 60 },
    );
  });
});

describe("a schedule that is being deleted", () => {
  it("does not run when its time comes before the store has confirmed", async () => {
    const world = new World();
    await world.up();
    await world.create(0, "once");
    // 1. The delete is with the store.
    let confirm = (): void => undefined;
    world.untilRemoved = new Promise((resolve) => {
      confirm = resolve;
    });
    const deleted = world.delete(0);
    // 2. The schedule's time comes: its timer fires.
    await world.clock.advance(2 * minute);
    // 3. The store confirms the delete.
    confirm();
    await deleted;
    await world.clock.advance(10 * minute);
    expect([...world.handed]).toEqual([]);
    await world.down();
  });
});

describe("a clock that is set back", () => {
  it("does not bring a run a second time, and the next one is where it was", async () => {
    const world = new World();
    await world.up();
    await world.create(1, "once");
    await world.advance(5 * minute);
    world.clock.set(-3 * minute);
    await world.advance(7 * minute);
    const start = Date.UTC(2030, 0, 1);
    const [handed = []] = [...world.handed.values()];
    expect(handed.map(({ dueAt }) => (dueAt - start) / minute)).toEqual([5]);
    await world.advance(minute);
    expect([...world.handed.values()].flat()).toHaveLength(2);
    await world.down();
  });
});

describe("a schedule with the rule `skip`", () => {
  it.each([
    { away: 59_000, runs: 2 },
    { away: 61_000, runs: 1 },
  ])("runs $runs times when the process was away for $away ms around its time", async ({ away, runs }) => {
    const world = new World();
    await world.up();
    await world.create(1, "skip");
    await world.advance(10 * minute - 1);
    await world.down();
    world.clock.set(away + 1);
    await world.up();
    expect([...world.handed.values()].flat()).toHaveLength(runs);
    await world.down();
  });
});
