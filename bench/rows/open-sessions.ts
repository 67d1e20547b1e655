import type { ContenderName } from "../drive/contender.ts";
import { medianOf, ratioOf } from "../harness/figure.ts";
import { Series, inTurns } from "../harness/in-turns.ts";
import { measureOnce } from "../harness/probe-process.ts";
import { formatNumber } from "../harness/report.ts";
import type { Row } from "../harness/row.ts";

const full = { runs: 3, conversations: 16_000, warmUp: 24_000, messages: 32_000 };
const quick = { runs: 1, conversations: 20, warmUp: 100, messages: 300 };

/** Conversations last this long, so that one and many have the same mix of first, later and last messages. */
const messagesPerConversation = 8;

/** Whether a message costs more when many conversations are open. */
export const openSessionsRow: Row = {
  name: "open-sessions",
  title: "CPU per message with many open sessions, memory store",
  async measure({ isQuick, progress }) {
    const { runs, conversations, warmUp, messages } = isQuick ? quick : full;
    const series = (contender: ContenderName, open: number, atOnce: number) =>
      new Series(`${contender}, ${open} open, ${atOnce} at once`, () =>
        measureOnce("messages", {
          contender,
          crowd: { conversations: open, atOnce, messagesPerConversation },
          warmUp,
          messages,
        }),
      );
    const ours = {
      one: series("ours", 1, 1),
      many: series("ours", conversations, 1),
      crowded: series("ours", conversations, conversations),
    };
    const peer = {
      one: series("peer", 1, 1),
      many: series("peer", conversations, 1),
      crowded: series("peer", conversations, conversations),
    };
    const all = [ours.one, peer.one, ours.many, peer.many, ours.crowded, peer.crowded];
    await inTurns(runs, all, (run, time) => progress(`${run}: ${formatNumber(time)} µs`));
    const count = conversations.toLocaleString("en-US");
    return {
      figures: [
        medianOf("ours, 1 session", "µs", ours.one.results),
        medianOf(`ours, ${count} sessions`, "µs", ours.many.results),
        ratioOf(`ours, ${count} ÷ 1`, ours.many.results, ours.one.results, { atMost: 1.2 }),
        medianOf("peer, 1 thread", "µs", peer.one.results),
        medianOf(`peer, ${count} threads`, "µs", peer.many.results),
        ratioOf(`peer, ${count} ÷ 1`, peer.many.results, peer.one.results),
        medianOf(`ours, ${count} messages on their way at once`, "µs", ours.crowded.results),
        medianOf(`peer, ${count} messages on their way at once`, "µs", peer.crowded.results),
      ],
      notes: [
        `One message on its way at a time, sessions in turn, but for the last two lines. Each conversation ends after ${messagesPerConversation} messages (ours: deleted; peer: unsubscribed) and a new one takes its place.`,
      ],
    };
  },
};
