import { medianOf } from "../harness/figure.ts";
import { Series, inTurns } from "../harness/in-turns.ts";
import { measureOnce } from "../harness/probe-process.ts";
import { formatNumber } from "../harness/report.ts";
import type { Row } from "../harness/row.ts";

const full = { conversations: 100_000, runs: 5 };
const quick = { conversations: 200, runs: 1 };

const target = { atMost: 1_000 };

/** How long a restart keeps people waiting. */
export const startRow: Row = {
  name: "start",
  title: "start to ready with very many sessions on the disk",
  async measure({ isQuick, folders, progress }) {
    const { conversations, runs } = isQuick ? quick : full;
    const folder = await folders.big(conversations);
    const ofMany = new Series("many", () => measureOnce("starts", { store: { kind: "lowdb", folder } }));
    const ofNone = new Series("none", () =>
      measureOnce("starts", { store: { kind: "lowdb", folder: folders.fresh("empty") } }),
    );
    await inTurns(runs, [ofMany, ofNone], (run, { bot }) => progress(`${run}: ${formatNumber(bot)} ms`));
    const count = conversations.toLocaleString("en-US");
    return {
      figures: [
        medianOf(
          `the bot, ${count} sessions`,
          "ms",
          ofMany.results.map(({ bot }) => bot),
          target,
        ),
        medianOf(
          `the whole process, ${count} sessions`,
          "ms",
          ofMany.results.map((result) => result.process),
          target,
        ),
        medianOf(
          "the whole process, no session",
          "ms",
          ofNone.results.map((result) => result.process),
        ),
      ],
      notes: [
        "After an orderly stop, with the files in the system's cache. The whole process runs from the sources: Node strips their types while it loads them.",
      ],
    };
  },
};
