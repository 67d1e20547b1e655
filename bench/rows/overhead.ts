import { readFileSync } from "node:fs";
import type { ContenderName } from "../drive/contender.ts";
import { medianOf, ratioOf } from "../harness/figure.ts";
import { Series, inTurns } from "../harness/in-turns.ts";
import { measureOnce } from "../harness/probe-process.ts";
import { formatNumber } from "../harness/report.ts";
import type { Row } from "../harness/row.ts";

const unit = "messages/CPU s";

const full = { runs: 5, conversations: 500, warmUp: 25_000, messages: 25_000 };
const quick = { runs: 1, conversations: 10, warmUp: 200, messages: 500 };

/** What the framework itself costs: the handler says "ok" to a channel that does nothing. */
export const overheadRow: Row = {
  name: "overhead",
  title: "what the framework itself costs, memory store; deduplication, lock and fence on",
  async measure({ isQuick, progress }) {
    const { runs, conversations, warmUp, messages } = isQuick ? quick : full;
    const crowd = { conversations, atOnce: conversations };
    const series = (contender: ContenderName) =>
      new Series(
        contender,
        async () => 1_000_000 / (await measureOnce("messages", { contender, crowd, warmUp, messages })),
      );
    const [ours, peer, keeping] = [series("ours"), series("peer"), series("peer with history")];
    await inTurns(runs, [ours, peer, keeping], (run, rate) => progress(`${run}: ${formatNumber(rate)} ${unit}`));
    return {
      figures: [
        medianOf("ours", unit, ours.results),
        medianOf(`peer (chat ${peerVersion()}), keeps nothing of what was said`, unit, peer.results),
        medianOf("peer, keeps its newest messages", unit, keeping.results),
        ratioOf("ours ÷ peer", ours.results, peer.results, { atLeast: 2 }),
        ratioOf("ours ÷ peer that keeps messages", ours.results, keeping.results),
      ],
      notes: [
        `${conversations} conversations with one message each on its way, ${messages.toLocaleString("en-US")} messages a run after as many to warm up.`,
        "CPU time is that of the whole process, garbage collection and compiler included.",
      ],
    };
  },
};

function peerVersion(): string {
  const file = new URL("../node_modules/chat/package.json", import.meta.url);
  const manifest: Readonly<Record<string, unknown>> = JSON.parse(readFileSync(file, "utf8"));
  return String(manifest["version"]);
}
