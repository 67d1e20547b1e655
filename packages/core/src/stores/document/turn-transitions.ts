import type { RunId } from "../../identifiers.ts";
import type { Fence } from "../../sessions/fence.ts";
import type { InboxEntry } from "../../sessions/inbox.ts";
import type { OutboxEntry } from "../../sessions/outbox.ts";
import type { ClaimRequest, PartialAnswer, TurnCommit, TurnRelease } from "../../sessions/session-store.ts";
import type { Usage } from "../../sessions/session.ts";
import type { NewTranscriptEntry, TranscriptEntry } from "../../sessions/transcript.ts";
import { type SessionDocument, countEntries } from "./session-document.ts";
import { summarizeOlder } from "./summary-transition.ts";

/** Delivered pieces that a document still remembers: enough to find the newest answer at the service. */
const rememberedDeliveries = 4;

/** Of the newest answer, up to this many: all of it is to be taken back when another is to come in its place. */
const rememberedPieces = 16;

/** Whether a writer that names this fence may still write. */
export function isCurrent(document: SessionDocument | undefined, fence: Fence): document is SessionDocument {
  return document?.epoch === fence.epoch && document.fence === fence.fence;
}

/** Takes the next turn; undefined when there is none to take. */
export function claim(document: SessionDocument, request: ClaimRequest): SessionDocument | undefined {
  if (document.turn !== undefined) return undefined;
  const taken = takeMessages(document.inbox, request.isCollecting);
  if (taken === 0) return undefined;
  const isMuted = document.settings.isMuted === true || document.inbox[0]?.isMuted === true;
  const inbox = document.inbox.map((entry, index): InboxEntry =>
    index < taken ? { ...entry, state: "running", attempts: entry.attempts + 1 } : entry,
  );
  return {
    ...document,
    version: document.version + 1,
    fence: document.fence + 1,
    inbox,
    turn: {
      runId: request.runId,
      messageIds: inbox.slice(0, taken).map((entry) => entry.id),
      since: request.at,
      ...(isMuted && { isMuted }),
    },
  };
}

/** A message that runs again runs alone: if it is what makes runs fail, it takes no other down with it. */
function takeMessages(inbox: readonly InboxEntry[], isCollecting: boolean): number {
  const first = inbox[0];
  if (first === undefined) return 0;
  if (!isCollecting || first.attempts > 0) return 1;
  const firstOther = inbox.findIndex((entry) => entry.attempts > 0 || entry.isMuted !== first.isMuted);
  return firstOther === -1 ? inbox.length : firstOther;
}

/** Ends the turn with an answer. */
export function commit(document: SessionDocument, turn: TurnCommit): SessionDocument {
  const { usage } = document;
  const before = turn.summary === undefined ? document : summarizeOlder(document, turn.summary);
  return {
    ...withoutTurn(before, turn.entries),
    version: document.version + 1,
    updatedAt: turn.at,
    outbox: forgetOldDeliveries([...document.outbox, ...turn.outbox]),
    usage: addUsage(usage, turn.usage),
  };
}

/** Both together. */
export function addUsage(one: Usage, other: Usage): Usage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    runs: one.runs + other.runs,
  };
}

/** Ends the turn without an answer; its messages wait again. */
export function release(document: SessionDocument, { at, isAttemptCounted }: TurnRelease): SessionDocument {
  const uncounted = isAttemptCounted ? 0 : 1;
  return {
    ...document,
    version: document.version + 1,
    fence: document.fence + 1,
    updatedAt: at,
    turn: undefined,
    inbox: document.inbox.map((entry): InboxEntry =>
      entry.state === "running" ? { ...entry, state: "received", attempts: entry.attempts - uncounted } : entry,
    ),
  };
}

/** Ends the turn for good: its messages and what was written of the answer go to the transcript. */
export function endTurn(
  document: SessionDocument,
  partialAnswer: PartialAnswer | undefined,
  at: number,
): SessionDocument {
  const runId = document.turn?.runId;
  const written = partialAnswer?.runId === runId ? partialAnswer : undefined;
  const stopped = document.turn?.isMuted === true ? [] : stoppedEntries(runId, written, at);
  return {
    ...withoutTurn(document, stopped),
    version: document.version + 1,
    fence: document.fence + 1,
    updatedAt: at,
  };
}

/** A stopped answer leaves an entry also when nothing was written: else the next run would take the request up again. */
function stoppedEntries(
  runId: RunId | undefined,
  written: PartialAnswer | undefined,
  at: number,
): readonly NewTranscriptEntry[] {
  if (runId === undefined) return [];
  const parts = written === undefined || written.text === "" ? [] : [{ type: "text", text: written.text } as const];
  return [{ role: "assistant", runId, at, parts, isStopped: true }];
}

/** The turn's messages become transcript, with what follows them. */
function withoutTurn(document: SessionDocument, following: readonly NewTranscriptEntry[]): SessionDocument {
  const taken = document.turn?.messageIds.length ?? 0;
  const tail: TranscriptEntry[] = [...document.tail];
  let sequence = countEntries(document);
  for (const message of document.inbox.slice(0, taken)) {
    tail.push({
      role: "user",
      sequence,
      messageId: message.id,
      runId: document.turn?.runId,
      at: message.acceptedAt,
      sender: message.sender,
      text: message.text,
      ...(message.attachments !== undefined && { attachments: message.attachments }),
    });
    sequence += 1;
  }
  for (const entry of following) {
    tail.push({ ...entry, sequence });
    sequence += 1;
  }
  return { ...document, turn: undefined, inbox: document.inbox.slice(taken), tail };
}

/** Keeps every piece that is not delivered, the newest delivered ones, and what is delivered of the newest answer. */
export function forgetOldDeliveries(outbox: readonly OutboxEntry[]): readonly OutboxEntry[] {
  let delivered = 0;
  let ofNewest = 0;
  const newest = outbox.findLast(({ state }) => state === "delivered")?.runId;
  for (const { state, runId } of outbox) {
    if (state !== "delivered") continue;
    delivered += 1;
    if (runId !== undefined && runId === newest) ofNewest += 1;
  }
  let surplus = delivered - Math.max(rememberedDeliveries, Math.min(ofNewest, rememberedPieces));
  if (surplus <= 0) return outbox;
  return outbox.filter((entry) => entry.state !== "delivered" || surplus-- <= 0);
}
