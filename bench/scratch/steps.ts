import { DocumentSessionStore } from "../../packages/core/src/stores/document/document-session-store.ts";
import { MemoryDocumentStorage } from "../../packages/core/src/stores/memory/memory-document-storage.ts";
import {
  createMessageId,
  createRunId,
  createDeliveryId,
  createSessionId,
} from "../../packages/core/src/identifiers.ts";
const store = new DocumentSessionStore(new MemoryDocumentStorage());
let n = 0;
const S = Number(process.argv[2] ?? 500);
const sum = [0, 0, 0, 0, 0];
const now = () => performance.now() * 1000;
for (let r = 0; r < 4; r++) {
  sum.fill(0);
  const N = 50000;
  const c0 = process.cpuUsage();
  for (let i = 0; i < N; i++) {
    const key = { adapter: "bench", account: "a", place: "p" + (i % S) };
    const at = Date.now();
    let t0 = now();
    const a = await store.accept({
      key,
      mark: { deduplicationKey: ["bench/a/p", n++].join("/"), messageId: createMessageId(), acceptedAt: at },
      sender: { id: "u" },
      text: "hello",
      mode: "queue",
      capacity: 50,
      partialAnswer: undefined,
      newSessionId: createSessionId(),
    });
    if (a.kind !== "accepted") throw new Error(a.kind);
    let t1 = now();
    sum[0] += t1 - t0;
    t0 = t1;
    const t = await store.claim({
      sessionId: a.session.id,
      runId: createRunId(),
      isCollecting: false,
      historyLimit: 20,
      at,
    });
    t1 = now();
    sum[1] += t1 - t0;
    t0 = t1;
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
    t1 = now();
    sum[2] += t1 - t0;
    t0 = t1;
    const d = await store.claimDelivery(a.session.id, at);
    t1 = now();
    sum[3] += t1 - t0;
    t0 = t1;
    await store.settleDelivery(d!, { kind: "delivered", platformMessageId: undefined }, at);
    t1 = now();
    sum[4] += t1 - t0;
    t0 = t1;
  }
  const u = process.cpuUsage(c0);
  console.log(sum.map((x) => (x / N).toFixed(2)).join(" "), "cpu", ((u.user + u.system) / N).toFixed(2));
}
