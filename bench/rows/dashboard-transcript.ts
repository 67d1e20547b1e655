import { buildDashboard } from "../../scripts/build-dashboard.ts";
import { medianOf, ratioOf } from "../harness/figure.ts";
import { Series, inTurns } from "../harness/in-turns.ts";
import { ProbeProcess } from "../harness/probe-process.ts";
import { formatNumber } from "../harness/report.ts";
import type { Row } from "../harness/row.ts";

const full = { entries: 10_000, rounds: 5 };
const quick = { entries: 400, rounds: 1 };

/** Whether an operator reads a very long conversation without a judder, and without all of it being drawn. */
export const dashboardTranscriptRow: Row = {
  name: "dashboard-transcript",
  title: "scrolling a long conversation in a browser",
  async measure({ isQuick, progress }) {
    const { entries, rounds } = isQuick ? quick : full;
    await buildDashboard();
    await using measuring = await ProbeProcess.start("dashboard-transcripts", { entries });
    const series = new Series("scrolls", () => measuring.run());
    await inTurns(rounds, [series], (run, { drag }) =>
      progress(`${run}: ${formatNumber(drag.perSecond)} frames a second`),
    );
    const { results } = series;
    const still = results.map((result) => result.still.perSecond);
    const of = (name: "reading" | "drag", what: "perSecond" | "workPerFrame") =>
      results.map((result) => result[name][what]);
    return {
      figures: [
        ratioOf("frames while older entries are read, to those of a still page", of("reading", "perSecond"), still),
        ratioOf("frames while the scrollbar is dragged, to those of a still page", of("drag", "perSecond"), still),
        // A frame of 60 in a second has 16.7 ms; the browser's own drawing needs the rest.
        medianOf("main thread per frame, older entries", "ms", of("reading", "workPerFrame"), { atMost: 12 }),
        medianOf("main thread per frame, drag", "ms", of("drag", "workPerFrame"), { atMost: 12 }),
        medianOf(
          "the newest entry is there after",
          "ms",
          results.map(({ opened }) => opened),
          { atMost: 500 },
        ),
        medianOf(
          "entries drawn",
          "",
          results.map(({ drawn }) => drawn),
          { atMost: 200 },
        ),
        medianOf(
          "heap of the page",
          "MB",
          results.map(({ heap }) => heap),
          { atMost: 60 },
        ),
      ],
      notes: [
        "Frames depend on who else works on the machine, and on drawing without a graphics card: the work per frame is what the page can help.",
        `${entries.toLocaleString("en-US")} entries with lists, tables and code; chromium without a graphics card, 1280 × 800.`,
      ],
    };
  },
};
