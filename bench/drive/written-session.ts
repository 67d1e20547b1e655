import {
  createDeliveryId,
  createMessageId,
  createRunId,
  createSessionId,
} from "../../packages/core/src/identifiers.ts";
import { formatSessionKey } from "../../packages/core/src/sessions/session-key.ts";
import type { DocumentWrite, SealedSegment } from "../../packages/core/src/stores/document/document-storage.ts";
import { DocumentSessionStore } from "../../packages/core/src/stores/document/document-session-store.ts";
import { segmentLength } from "../../packages/core/src/stores/document/session-document.ts";
import { MemoryDocumentStorage } from "../../packages/core/src/stores/memory/memory-document-storage.ts";
import { keyOf } from "./bench-bot.ts";

/** A conversation of that many messages, questions and answers, as one write: made by the store's own steps, in memory. */
export async function writtenSession(conversation: number, messages: number, epoch: number): Promise<DocumentWrite> {
  const storage = new MemoryDocumentStorage();
  const store = new DocumentSessionStore(storage);
  const key = keyOf(conversation);
  const sessionId = createSessionId();
  for (let sent = 0; sent < messages; sent += 2) {
    await exchange(store, { conversation, sent, sessionId });
  }
  const document = storage.load(sessionId);
  if (document === undefined) throw new Error("A conversation without messages is none.");
  const segments: SealedSegment[] = [];
  for (let index = 0; index < document.sealedSegments; index += 1) {
    const start = index * segmentLength;
    segments.push({ index, entries: storage.readSealed(document, start, start + segmentLength) });
  }
  return {
    document: { ...document, epoch },
    keyText: formatSessionKey(key),
    previous: undefined,
    segments,
    marks: [],
  };
}

/** One message and its answer, delivered. */
async function exchange(
  store: DocumentSessionStore,
  {
    conversation,
    sent,
    sessionId,
  }: { conversation: number; sent: number; sessionId: ReturnType<typeof createSessionId> },
): Promise<void> {
  const at = Date.now();
  const runId = createRunId();
  const accepted = await store.accept({
    key: keyOf(conversation),
    mark: {
      deduplicationKey: `bench/main/place-${conversation}/w-${sent}`,
      messageId: createMessageId(),
      acceptedAt: at,
    },
    sender: { id: "person" },
    text: "hello",
    mode: "queue",
    capacity: 50,
    partialAnswer: undefined,
    newSessionId: sessionId,
    claim: { runId, isCollecting: false, historyLimit: 1 },
  });
  if (accepted.kind !== "accepted" || accepted.turn === undefined) throw new Error("A message was not accepted.");
  const committed = await store.commit(accepted.turn.fence, {
    entries: [{ role: "assistant", runId, at, parts: [{ type: "text", text: "ok" }] }],
    outbox: [
      {
        id: createDeliveryId(),
        runId,
        piece: 0,
        pieces: 1,
        kind: "answer",
        text: "ok",
        state: "pending",
        attempts: 0,
        createdAt: at,
      },
    ],
    usage: { inputTokens: 0, outputTokens: 0, runs: 1 },
    at,
    beginsDelivery: true,
  });
  if (committed.kind !== "ok" || committed.delivery === undefined) throw new Error("An answer was not stored.");
  await store.settleDelivery(committed.delivery, { kind: "delivered", platformMessageId: undefined }, at);
}
