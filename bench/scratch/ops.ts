import { accept } from "../../packages/core/src/stores/document/accept-transition.ts";
import { claim, commit } from "../../packages/core/src/stores/document/turn-transitions.ts";
import { summarize, createDocument } from "../../packages/core/src/stores/document/session-document.ts";
import { beginDelivery, settleDelivery } from "../../packages/core/src/stores/document/delivery-transitions.ts";
import {
  createMessageId,
  createRunId,
  createDeliveryId,
  createSessionId,
} from "../../packages/core/src/identifiers.ts";
function t(name: string, f: (i: number) => unknown, n = 300000) {
  for (let r = 0; r < 3; r++) {
    const c = process.cpuUsage();
    for (let i = 0; i < n; i++) f(i);
    const u = process.cpuUsage(c);
    if (r == 2) console.log(name.padEnd(20), ((u.user + u.system) / n).toFixed(3));
  }
}
const key = { adapter: "bench", account: "a", place: "p" };
const sid = createSessionId();
const req = (i: number) => ({
  key,
  mark: { deduplicationKey: "bench/a/p/" + i, messageId: "m_aaaaaaaaaaaaaaaaaaaaaa" as const, acceptedAt: 5 },
  sender: { id: "u" },
  text: "hello",
  mode: "queue" as const,
  capacity: 50,
  partialAnswer: undefined,
  newSessionId: sid,
});
let doc: any;
for (let i = 0; i < 40; i++) {
  doc = accept(doc, req(i), 1).document;
  doc = claim(doc, { sessionId: sid, runId: "r_x", isCollecting: false, historyLimit: 100, at: 5 });
  doc = commit(doc, {
    entries: [{ role: "assistant", runId: "r_x", at: 5, parts: [{ type: "text", text: "ok" }] }],
    outbox: [
      {
        id: "d_" + i,
        runId: "r_x",
        piece: 0,
        pieces: 1,
        kind: "answer",
        text: "ok",
        state: "pending",
        attempts: 0,
        createdAt: 5,
      },
    ] as any,
    usage: { inputTokens: 0, outputTokens: 0, runs: 1 },
    at: 5,
  });
  const e = doc.outbox.at(-1);
  const b = beginDelivery(e);
  doc = {
    ...doc,
    version: doc.version + 1,
    outbox: settleDelivery(
      doc.outbox.map((x: any) => (x === e ? b : x)),
      { entry: b, attempt: 1 } as any,
      { kind: "delivered", platformMessageId: undefined },
    ),
  };
}
doc = { ...doc, accepted: doc.accepted.slice(-24), tail: doc.tail.slice(-48) };
console.log(doc.accepted.length, doc.tail.length, doc.outbox.length);
const accepted = accept(doc, req(1e6), 1).document!;
const claimed = claim(accepted, { sessionId: sid, runId: "r_x", isCollecting: false, historyLimit: 100, at: 5 })!;
const tc: any = {
  entries: [{ role: "assistant", runId: "r_x", at: 5, parts: [{ type: "text", text: "ok" }] }],
  outbox: [
    {
      id: "d_z",
      runId: "r_x",
      piece: 0,
      pieces: 1,
      kind: "answer",
      text: "ok",
      state: "pending",
      attempts: 0,
      createdAt: 5,
    },
  ],
  usage: { inputTokens: 0, outputTokens: 0, runs: 1 },
  at: 5,
};
const committed = commit(claimed, tc);
let sink: unknown;
t("spread", () => (sink = { ...doc, version: 7 }));
t("summarize", () => (sink = summarize(doc)));
t("accept", (i) => (sink = accept(doc, req(i + 1e6), 1)));
t(
  "claim",
  (i) => (sink = claim(accepted, { sessionId: sid, runId: "r_x", isCollecting: false, historyLimit: 100, at: 5 })),
);
t("commit", (i) => (sink = commit(claimed, tc)));
const e = committed.outbox.at(-1)!;
const b = beginDelivery(e);
t("begin", () => (sink = committed.outbox.map((x) => (x === e ? b : x))));
t(
  "settle",
  () =>
    (sink = settleDelivery(committed.outbox, { entry: e, attempt: 1 } as any, {
      kind: "delivered",
      platformMessageId: undefined,
    })),
);
