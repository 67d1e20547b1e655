import { ManualClock } from "@keyturn/testkit";
import { beforeEach, describe, expect, it } from "vitest";
import { InvalidInputError, NotAuthorizedError, SessionNotFoundError, StaleFenceError, StoreError } from "../errors.ts";
import { type SessionId, createSessionId } from "../identifiers.ts";
import { AsyncKeyedLock } from "../locking/async-keyed-lock.ts";
import { DocumentSessionStore } from "../stores/document/document-session-store.ts";
import { MemoryDocumentStorage } from "../stores/memory/memory-document-storage.ts";
import type { Actor } from "./actor.ts";
import { MemoryAuditLog } from "./audit.ts";
import { type BotEvent, EventBus, isSessionEvent } from "./events.ts";
import type { InboundMessage } from "./inbox.ts";
import { DefaultPolicy, type Policy } from "./policy.ts";
import { RunRegistry } from "./run-registry.ts";
import { formatSessionKey } from "./session-key.ts";
import type { SessionStore } from "./session-store.ts";
import type { SessionsParts } from "./sessions-parts.ts";
import { Sessions } from "./sessions.ts";
import { promises } from "../../../../test/requirements.ts";

const key = { adapter: "test", account: "main", place: "room" };
const operator: Actor = { kind: "operator", id: "tests", surface: "code" };
const ana: Actor = { kind: "participant", id: "ana", adapter: "test", account: "main", surface: "test" };
const bo: Actor = { ...ana, id: "bo" };
const options = { mode: "queue", capacity: 50 } as const;

let messages = 0;
function message(text: string, change: Partial<InboundMessage> = {}): InboundMessage {
  messages += 1;
  return { key, platformMessageId: `p${messages}`, sender: { id: "ana" }, text, ...change };
}

/** Sessions over a memory store; `change` replaces parts. */
function createSessions(change: Partial<SessionsParts> = {}): Sessions {
  const clock = new ManualClock();
  return new Sessions({
    store: new DocumentSessionStore(new MemoryDocumentStorage()),
    lock: new AsyncKeyedLock({ clock }),
    policy: new DefaultPolicy(),
    audit: new MemoryAuditLog(),
    events: new EventBus(() => undefined),
    runs: new RunRegistry(),
    clock,
    afterRemoval: () => undefined,
    afterPost: () => undefined,
    afterAmendment: () => undefined,
    afterRestore: () => undefined,
    undoMilliseconds: 0,
    reportError: () => undefined,
    ...change,
  });
}

async function begin(sessions: Sessions, text = "hello") {
  const outcome = await sessions.accept(message(text), options);
  if (outcome.kind !== "accepted") throw new Error(outcome.kind);
  return { id: outcome.session.id, reference: { sessionId: outcome.session.id, keyText: formatSessionKey(key) } };
}

async function removed(sessions: Sessions) {
  const begun = await begin(sessions);
  await sessions.delete(begun.id, { actor: operator, reason: "" });
  return begun;
}

/** Calls every method of the store through `look` first. */
function watched(store: SessionStore, look: (method: string) => void): SessionStore {
  return new Proxy(store, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property);
      if (typeof member !== "function") return member;
      return (...parameters: unknown[]): unknown => {
        look(String(property));
        return Reflect.apply(member, target, parameters);
      };
    },
  });
}

describe(`${promises("one-path")}the lock`, () => {
  it("is held in every call that writes or reads a session, and names the operation", async () => {
    const clock = new ManualClock();
    const lock = new AsyncKeyedLock({ clock });
    const calls: { readonly method: string; readonly operation: string | undefined }[] = [];
    const store = watched(new DocumentSessionStore(new MemoryDocumentStorage()), (method) =>
      calls.push({ method, operation: lock.inspect(formatSessionKey(key))?.operation }),
    );
    const sessions = createSessions({ store, lock, clock });

    const { id, reference } = await begin(sessions);
    const turn = await sessions.claimTurn(reference, { isCollecting: false, historyLimit: 10 });
    await sessions.releaseTurn(turn!.fence, true);
    const again = await sessions.claimTurn(reference, { isCollecting: false, historyLimit: 10 });
    await sessions.commitTurn(again!.fence, {
      entries: [],
      outbox: [],
      usage: { inputTokens: 0, outputTokens: 0, runs: 1 },
      at: 0,
    });
    await sessions.patch(again!.fence, { title: "A title" }, operator);
    await sessions.claimDelivery(reference);
    await sessions.entries(id, { limit: 10 }, operator);
    await sessions.waiting(id, operator);
    await sessions.cancelMessage(id, `m_${"a".repeat(22)}`, { actor: operator, reason: "" });
    await sessions.stop(id, { actor: operator, reason: "" });
    await sessions.isHandled(message("/help"));
    await sessions.remember(message("/help"));
    await sessions.reset(id, { actor: operator, reason: "" });
    await sessions.delete(id, { actor: operator, reason: "" });

    // Looking a session's key up, and lists, are answered from the index and need no lock.
    const lookups = new Set(["find", "summary", "list", "unfinished"]);
    const sections = calls.filter(({ method }) => !lookups.has(method));
    expect(sections).toEqual([
      { method: "accept", operation: "message.accept" },
      { method: "claim", operation: "turn.claim" },
      { method: "release", operation: "turn.release" },
      { method: "claim", operation: "turn.claim" },
      { method: "commit", operation: "turn.commit" },
      { method: "patch", operation: "session.patch" },
      { method: "claimDelivery", operation: "delivery.claim" },
      { method: "entries", operation: "session.read" },
      { method: "waiting", operation: "session.read" },
      { method: "cancel", operation: "session.cancel" },
      { method: "stop", operation: "session.stop" },
      { method: "wasAccepted", operation: "command.check" },
      { method: "remember", operation: "command.remember" },
      { method: "reset", operation: "session.reset" },
      { method: "delete", operation: "session.delete" },
    ]);
  });

  it("is free while the policy is asked, when events are told, and while the audit is written", async () => {
    const clock = new ManualClock();
    const lock = new AsyncKeyedLock({ clock });
    const seen: (string | undefined)[] = [];
    const look = (): void => void seen.push(lock.inspect(formatSessionKey(key))?.operation);
    const policy: Policy = {
      authorize: () => {
        look();
        return true;
      },
    };
    const events = new EventBus(() => undefined);
    events.subscribe(look);
    const audit = new MemoryAuditLog();
    const append = audit.append.bind(audit);
    audit.append = (entry) => {
      look();
      return append(entry);
    };
    const sessions = createSessions({ lock, clock, policy, events, audit, afterRemoval: look });
    const { id } = await begin(sessions);
    await sessions.reset(id, { actor: operator, reason: "" });
    await sessions.delete(id, { actor: operator, reason: "" });
    expect(seen.length).toBeGreaterThan(6);
    expect(seen.filter((operation) => operation !== undefined)).toEqual([]);
  });
});

describe(`${promises("denied-unless-allowed")}permission`, () => {
  let sessions: Sessions;
  let audit: MemoryAuditLog;
  beforeEach(() => {
    audit = new MemoryAuditLog();
    sessions = createSessions({ audit });
  });

  const operations = {
    reset: (id, actor) => sessions.reset(id, { actor, reason: "" }),
    delete: (id, actor) => sessions.delete(id, { actor, reason: "" }),
    stop: (id, actor) => sessions.stop(id, { actor, reason: "" }),
    read: (id, actor) => sessions.read(id, actor),
    export: (id, actor) => sessions.export(id, actor),
    cancel: (id, actor) => sessions.cancelMessage(id, `m_${"a".repeat(22)}`, { actor, reason: "" }),
    patch: (id, actor, epoch) =>
      sessions.patch({ sessionId: id, keyText: formatSessionKey(key), epoch, fence: 0 }, { title: "x" }, actor),
    list: (_id, actor) => sessions.list({ limit: 10 }, actor),
  } satisfies Record<string, (id: SessionId, actor: Actor, epoch: number) => Promise<unknown>>;
  type OperationName = keyof typeof operations;

  const actors: readonly { who: string; actor: Actor; allowed: readonly OperationName[] }[] = [
    {
      who: "an operator",
      actor: operator,
      allowed: ["reset", "delete", "cancel", "stop", "read", "export", "patch", "list"],
    },
    { who: "whoever began the conversation", actor: ana, allowed: ["reset", "stop", "read"] },
    { who: "another participant", actor: bo, allowed: [] },
    { who: "the same id at another account", actor: { ...ana, account: "other" }, allowed: [] },
    { who: "a plugin", actor: { kind: "plugin", id: "tidy", surface: "plugin" }, allowed: [] },
  ];
  const names: readonly OperationName[] = ["reset", "delete", "cancel", "stop", "read", "export", "patch", "list"];
  const cases = actors.flatMap(({ who, actor, allowed }) =>
    names.map((name) => ({ who, actor, name, isAllowed: allowed.includes(name) })),
  );

  it.each(cases.filter(({ isAllowed }) => isAllowed))("lets $who do: $name", async ({ actor, name }) => {
    const { id } = await begin(sessions);
    const { epoch } = await sessions.read(id, operator);
    await expect(operations[name](id, actor, epoch)).resolves.toBeDefined();
  });

  it.each(cases.filter(({ isAllowed }) => !isAllowed))("does not let $who do: $name", async ({ actor, name }) => {
    const { id } = await begin(sessions);
    const before = await sessions.read(id, operator);
    await expect(operations[name](id, actor, before.epoch)).rejects.toBeInstanceOf(NotAuthorizedError);
    expect(await sessions.read(id, operator)).toEqual(before);
    expect((await audit.newest(1))[0]).toMatchObject({ outcome: "denied", actor });
  });

  it.each([
    { what: "was deleted", find: async () => (await removed(sessions)).id },
    { what: "never was", find: async () => createSessionId() },
  ])("does not tell a participant that a session $what", async ({ find }) => {
    const id = await find();
    await expect(sessions.read(id, ana)).rejects.toBeInstanceOf(NotAuthorizedError);
    await expect(sessions.delete(id, { actor: ana, reason: "" })).rejects.toBeInstanceOf(NotAuthorizedError);
    await expect(sessions.reset(id, { actor: ana, reason: "" })).rejects.toBeInstanceOf(NotAuthorizedError);
  });

  it.each([
    { answer: "undefined", policy: { authorize: () => undefined } },
    { answer: "a rejection", policy: { authorize: () => Promise.reject(new Error("the policy is down")) } },
    {
      answer: "a throw",
      policy: {
        authorize: () => {
          throw new Error("the policy is broken");
        },
      },
    },
  ])("denies when the policy's answer is $answer", async ({ policy }) => {
    sessions = createSessions({ policy, audit });
    const { id } = await begin(sessions);
    await expect(sessions.delete(id, { actor: operator, reason: "" })).rejects.toBeInstanceOf(NotAuthorizedError);
    expect(await sessions.find(key)).toBe(id);
  });
});

describe("what was done", () => {
  it("is written to the audit log with actor, reason and outcome, and never with message text", async () => {
    const audit = new MemoryAuditLog();
    const sessions = createSessions({ audit });
    const { id } = await begin(sessions, "the secret is 4711");
    await sessions.stop(id, { actor: ana, reason: "nothing runs" });
    await sessions.reset(id, { actor: ana, reason: "start afresh" });
    await sessions.delete(id, { actor: operator, reason: "tidy up" });
    const entries = await audit.newest(10);
    expect(entries.map(({ operation, outcome, reason, actor }) => [operation, outcome, reason, actor.id])).toEqual([
      ["session.delete", "done", "tidy up", "tests"],
      ["session.reset", "done", "start afresh", "ana"],
      ["session.stop", "nothing to do", "nothing runs", "ana"],
    ]);
    expect(JSON.stringify(entries)).not.toContain("4711");
  });

  it("is told from a purge in the audit log, in which nothing was kept to be undone", async () => {
    const audit = new MemoryAuditLog();
    const sessions = createSessions({ audit, undoMilliseconds: 1_000 });
    const { id } = await begin(sessions);
    await sessions.reset(id, { actor: operator, reason: "", isPurging: true });
    await sessions.delete(id, { actor: operator, reason: "" });
    await sessions.delete(id, { actor: operator, reason: "", isPurging: true });
    const entries = await audit.newest(10);
    expect(entries.map(({ operation, outcome, target }) => [operation, outcome, target])).toEqual([
      ["session.delete", "done", "purge"],
      ["session.delete", "done", undefined],
      ["session.reset", "done", "purge"],
    ]);
  });

  it("stays done when the audit log cannot be written; that is reported", async () => {
    const audit = new MemoryAuditLog();
    audit.append = () => Promise.reject(new Error("disk full"));
    const reported: unknown[] = [];
    const sessions = createSessions({ audit, reportError: (error) => reported.push(error) });
    const { id } = await begin(sessions);
    expect((await sessions.delete(id, { actor: operator, reason: "" })).kind).toBe("deleted");
    expect(reported).toHaveLength(1);
  });

  it("is told to listeners with the epoch it concerns", async () => {
    const events = new EventBus(() => undefined);
    const told: BotEvent[] = [];
    events.subscribe((event) => told.push(event));
    const sessions = createSessions({ events });
    const { id } = await begin(sessions);
    const first = (await sessions.read(id, operator)).epoch;
    await sessions.reset(id, { actor: operator, reason: "" });
    const second = (await sessions.read(id, operator)).epoch;
    await sessions.delete(id, { actor: operator, reason: "" });
    expect(told.map((event) => event.type)).toEqual(["message.accept", "session.reset", "session.delete"]);
    expect(told.map((event) => (isSessionEvent(event) ? event.epoch : undefined)).slice(0, 2)).toEqual([first, second]);
    expect(second).toBeGreaterThan(first);
  });

  it("is not claimed when the store cannot confirm", async () => {
    const audit = new MemoryAuditLog();
    const store = new DocumentSessionStore(new MemoryDocumentStorage());
    const sessions = createSessions({ store, audit });
    const { id } = await begin(sessions);
    store.delete = () => Promise.reject(new StoreError("STORE_FULL", "The disk is full."));
    await expect(sessions.delete(id, { actor: operator, reason: "" })).rejects.toBeInstanceOf(StoreError);
    expect((await audit.newest(1))[0]).toMatchObject({ operation: "session.delete", outcome: "failed" });
    expect(await sessions.find(key)).toBe(id);
  });

  it("is undone, and settings are changed, with an entry in the audit log, also when that failed or was too late", async () => {
    const audit = new MemoryAuditLog();
    const store = new DocumentSessionStore(new MemoryDocumentStorage());
    const sessions = createSessions({ store, audit, undoMilliseconds: 60_000 });
    const { id } = await begin(sessions);
    const { epoch, fence } = await sessions.read(id, operator);
    const seen = { sessionId: id, epoch, fence, keyText: formatSessionKey(key) };
    await sessions.reset(id, { actor: operator, reason: "" });
    await expect(sessions.patch(seen, { title: "late" }, operator)).rejects.toBeInstanceOf(StaleFenceError);
    expect((await audit.newest(1))[0]).toMatchObject({ operation: "session.patch", outcome: "nothing to do" });
    const full = () => Promise.reject(new StoreError("STORE_FULL", "The disk is full."));
    store.patch = full;
    store.restore = full;
    await expect(sessions.patch(seen, { title: "new" }, operator)).rejects.toBeInstanceOf(StoreError);
    expect((await audit.newest(1))[0]).toMatchObject({ operation: "session.patch", outcome: "failed" });
    await expect(sessions.restore(id, { actor: operator, reason: "" })).rejects.toBeInstanceOf(StoreError);
    expect((await audit.newest(1))[0]).toMatchObject({ operation: "session.restore", outcome: "failed" });
  });
});

describe("sessions that are gone", () => {
  it("are told apart: never known, and deleted", async () => {
    const sessions = createSessions();
    const unknown = createSessionId();
    for (const ask of [
      () => sessions.read(unknown, operator),
      () => sessions.reset(unknown, { actor: operator, reason: "" }),
      () => sessions.delete(unknown, { actor: operator, reason: "" }),
      () => sessions.stop(unknown, { actor: operator, reason: "" }),
    ]) {
      await expect(ask()).rejects.toMatchObject({ code: "SESSION_NOT_FOUND" });
    }
    const { id } = await begin(sessions);
    await sessions.delete(id, { actor: operator, reason: "" });
    await expect(sessions.read(id, operator)).rejects.toMatchObject({ code: "SESSION_DELETED" });
    await expect(sessions.reset(id, { actor: operator, reason: "" })).rejects.toBeInstanceOf(SessionNotFoundError);
    expect(await sessions.delete(id, { actor: operator, reason: "" })).toMatchObject({ kind: "already-deleted" });
  });

  it("never lend their id to the next session of the key, and its epoch is higher", async () => {
    const sessions = createSessions();
    const first = await begin(sessions);
    const { epoch } = await sessions.read(first.id, operator);
    await sessions.delete(first.id, { actor: operator, reason: "" });
    const second = await begin(sessions);
    expect(second.id).not.toBe(first.id);
    expect((await sessions.read(second.id, operator)).epoch).toBeGreaterThan(epoch);
  });
});

describe(`${promises("bad-input")}bad input`, () => {
  it.each([
    { what: "no text", change: { text: "" }, code: "INPUT_INVALID" },
    { what: "100,001 characters", change: { text: "x".repeat(100_001) }, code: "INPUT_TOO_LARGE" },
    { what: "no platform message id", change: { platformMessageId: "" }, code: "INPUT_INVALID" },
    { what: "a sender without an id", change: { sender: { id: "" } }, code: "INPUT_INVALID" },
    { what: "an empty place", change: { key: { ...key, place: "" } }, code: "INPUT_INVALID" },
    { what: "a place that is no Unicode", change: { key: { ...key, place: "\uD800" } }, code: "INPUT_INVALID" },
  ])("is refused and changes nothing: $what", async ({ change, code }) => {
    const sessions = createSessions();
    const refused = sessions.accept(message("hello", change), options);
    await expect(refused).rejects.toBeInstanceOf(InvalidInputError);
    await expect(refused).rejects.toMatchObject({ code });
    expect(await sessions.list({ limit: 10 }, operator)).toEqual([]);
  });

  it("takes a text of exactly 100,000 characters", async () => {
    const sessions = createSessions();
    expect((await sessions.accept(message("x".repeat(100_000)), options)).kind).toBe("accepted");
  });

  it.each([{ title: "" }, { title: "x".repeat(201) }, { model: "no-slash" }, { model: "a/b c" }])(
    "is refused in settings: %j",
    async (settings) => {
      const sessions = createSessions();
      const { id, reference } = await begin(sessions);
      const { epoch, fence } = await sessions.read(id, operator);
      await expect(sessions.patch({ ...reference, epoch, fence }, settings, operator)).rejects.toBeInstanceOf(
        InvalidInputError,
      );
    },
  );
});

describe("patch and export", () => {
  it("refuses a patch of a session that has moved on, and names both values", async () => {
    const sessions = createSessions();
    const { id, reference } = await begin(sessions);
    const { epoch, fence } = await sessions.read(id, operator);
    await sessions.reset(id, { actor: operator, reason: "" });
    const patch = sessions.patch({ ...reference, epoch, fence }, { title: "Old title" }, operator);
    await expect(patch).rejects.toBeInstanceOf(StaleFenceError);
    await expect(patch).rejects.toThrow(new RegExp(`epoch ${epoch}, fence ${fence}.*epoch ${epoch + 1}`));
    expect((await sessions.read(id, operator)).settings).toEqual({});
  });

  it("exports the whole transcript in order, over many pages", async () => {
    const sessions = createSessions();
    const { id, reference } = await begin(sessions, "message 0");
    for (let index = 1; index < 2_500; index += 1) {
      await sessions.accept(message(`message ${index}`), { ...options, capacity: 3_000 });
    }
    const turn = await sessions.claimTurn(reference, { isCollecting: true, historyLimit: 1 });
    const usage = { inputTokens: 0, outputTokens: 0, runs: 1 };
    await sessions.commitTurn(turn!.fence, { entries: [], outbox: [], usage, at: 0 });
    const exported = await sessions.export(id, operator);
    expect(exported.entries.map((entry) => entry.sequence)).toEqual(Array.from({ length: 2_500 }, (_, index) => index));
    expect(exported.entries[2_499]).toMatchObject({ text: "message 2499" });
  });
});
