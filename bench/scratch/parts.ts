import { DocumentSessionStore } from "../../packages/core/src/stores/document/document-session-store.ts";
import { MemoryDocumentStorage } from "../../packages/core/src/stores/memory/memory-document-storage.ts";
import { AsyncKeyedLock } from "../../packages/core/src/locking/async-keyed-lock.ts";
import {
  createMessageId,
  createRunId,
  createDeliveryId,
  createSessionId,
} from "../../packages/core/src/identifiers.ts";
import { SystemClock } from "../../packages/core/src/clock.ts";
import { formatSessionKey } from "../../packages/core/src/sessions/session-key.ts";
const clock = new SystemClock();
function cpu() {
  const u = process.cpuUsage();
  return u.user + u.system;
}
async function time(name: string, n: number, f: (i: number) => unknown) {
  for (let r = 0; r < 3; r++) {
    const c = cpu();
    for (let i = 0; i < n; i++) await f(i);
    if (r === 2) console.log(name.padEnd(24), ((cpu() - c) / n).toFixed(2), "us");
  }
}
const lock = new AsyncKeyedLock({ clock });
await time("nothing", 200000, () => undefined);
await time("lock", 200000, (i) => lock.acquire("k" + (i % 500), async () => i, { operation: "x" }));
await time("4 ids", 200000, () => {
  createMessageId();
  createRunId();
  createDeliveryId();
  createSessionId();
});
await time("format key", 200000, (i) => formatSessionKey({ adapter: "bench", account: "a", place: "p" + i }));
const store = new DocumentSessionStore(new MemoryDocumentStorage());
let n = 0;
const ids: any[] = [];
await time("store: full turn", 50000, async (i) => {
  const key = { adapter: "bench", account: "a", place: "p" + (i % 500) };
  const at = Date.now();
  const a = await store.accept({
    key,
    mark: { deduplicationKey: "bench/a/p/" + n++, messageId: createMessageId(), acceptedAt: at },
    sender: { id: "u" },
    text: "hello",
    mode: "queue",
    capacity: 50,
    partialAnswer: undefined,
    newSessionId: createSessionId(),
  });
  if (a.kind !== "accepted") throw new Error(a.kind);
  const t = await store.claim({
    sessionId: a.session.id,
    runId: createRunId(),
    isCollecting: false,
    historyLimit: Number(process.env.H ?? 100),
    at,
  });
  await store.commit(t!.fence, {
    entries: [{ role: "assistant", runId: t!.runId, at, parts: [{ type: "text", text: "ok" }] }],
    outbox: [
      {
        id: createDeliveryId(),
        runId: t!.runId,
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
  });
  const d = await store.claimDelivery(a.session.id, at);
  await store.settleDelivery(d!, { kind: "delivered", platformMessageId: undefined }, at);
});
