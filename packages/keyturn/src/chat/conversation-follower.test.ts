import type { WireEvent } from "@keyturn/gateway/client";
import { beforeEach, expect, it } from "vitest";
import { ConversationFollower } from "./conversation-follower.ts";
import type { ConversationView } from "./conversation-view.ts";

let shown: string[];
let follower: ConversationFollower;

const view: ConversationView = {
  draft: (_, offset, text) => shown.push(`draft ${offset} ${text}`),
  piece: ({ text, kind, isLast }) => shown.push(`${kind} ${text}${isLast ? "." : ""}`),
  breakOff: (_, isTriedAgain) => shown.push(isTriedAgain ? "again" : "stopped"),
  recall: () => shown.push("recall"),
  note: (text) => shown.push(text),
};

beforeEach(() => {
  shown = [];
  follower = new ConversationFollower("here", view);
});

function subject(place = "here") {
  const key = { adapter: "webchat", account: "web", place, thread: null, person: null };
  return { at: "2026-06-15T12:00:00.000Z", sessionId: "s_1", key, epoch: 1, version: 1 };
}

function start(runId: string, messageIds: readonly string[], place?: string): WireEvent {
  return { type: "run.start", ...subject(place), runId, messageIds, attempt: 1 };
}

function draft(runId: string, text: string, place?: string): WireEvent {
  return { type: "run.draft", ...subject(place), runId, offset: 0, text };
}

function finish(runId: string, end: "answered" | "stopped" | "retrying" | "muted"): WireEvent {
  return { type: "run.finish", ...subject(), runId, end, errorCode: null };
}

function piece(
  runId: string | null,
  text: string,
  kind: "answer" | "error" | "operator" = "answer",
  number = 0,
  pieces = 1,
): WireEvent {
  const { at, sessionId } = subject();
  const deliveryId = `d_${number}`;
  return {
    type: "webchat.message",
    at,
    sessionId,
    conversation: "here",
    runId,
    deliveryId,
    kind,
    text,
    piece: number,
    pieces,
  };
}

it("follows a message from its draft to the last piece of its answer", async () => {
  const ended = follower.ended("m_1");
  follower.handle(start("r_1", ["m_1"]));
  expect(follower.runId).toBe("r_1");
  follower.handle(draft("r_1", "Hel"));
  follower.handle(finish("r_1", "answered"));
  follower.handle(piece("r_1", "Hello", "answer", 0, 2));
  expect(follower.waiting).toEqual(["m_1"]);
  follower.handle(piece("r_1", "Ada", "answer", 1, 2));
  expect(await ended).toBe("answered");
  expect(follower.runId).toBeUndefined();
  expect(shown).toEqual(["draft 0 Hel", "answer Hello", "answer Ada."]);
});

it("shows what an operator says in the bot's place, as a whole, also while an answer is being written", () => {
  follower.handle(start("r_1", ["m_1"]));
  follower.handle(piece(null, "Olga here.", "operator"));
  expect(shown).toEqual(["answer Olga here.."]);
  expect(follower.runId).toBe("r_1");
});

it("says that a message was kept and not answered, and no longer waits for it", async () => {
  const ended = follower.ended("m_1");
  follower.handle(start("r_1", ["m_1"]));
  follower.handle(finish("r_1", "muted"));
  expect(await ended).toBe("stopped");
  expect(shown).toEqual(["(Kept, and not answered: somebody has taken over here.)"]);
});

it("knows the end of a message that was answered before it was asked about", async () => {
  follower.handle(start("r_1", ["m_1"]));
  follower.handle(piece("r_1", "Quick"));
  expect(await follower.ended("m_1")).toBe("answered");
});

it("ends every message of a turn that took several", async () => {
  const ends = Promise.all([follower.ended("m_1"), follower.ended("m_2")]);
  follower.handle(start("r_1", ["m_1", "m_2"]));
  follower.handle(piece("r_1", "Both", "error"));
  expect(await ends).toEqual(["failed", "failed"]);
});

it("waits on where a run is tried again, and not where it was stopped", async () => {
  const ended = follower.ended("m_1");
  follower.handle(start("r_1", ["m_1"]));
  follower.handle(finish("r_1", "retrying"));
  expect(follower.waiting).toEqual(["m_1"]);
  follower.handle(start("r_2", ["m_1"]));
  follower.handle(finish("r_2", "stopped"));
  expect(await ended).toBe("stopped");
  expect(shown).toEqual(["again", "stopped"]);
});

it("gives up on messages whose conversation was deleted", async () => {
  const ended = follower.ended("m_1");
  const actor = { kind: "operator", id: "token", surface: "http" };
  follower.handle({ type: "session.delete", ...subject(), oldEpoch: 1, actor, stoppedRunId: null });
  expect(await ended).toBe("stopped");
});

it("passes over other conversations", () => {
  follower.handle(start("r_9", ["m_9"], "elsewhere"));
  follower.handle(draft("r_9", "secret", "elsewhere"));
  expect(follower.runId).toBeUndefined();
  expect(shown).toEqual([]);
});
