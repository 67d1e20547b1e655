import { buildDashboard } from "../../scripts/build-dashboard.ts";
import { medianOf, ratioOf } from "../harness/figure.ts";
import { Series, inTurns } from "../harness/in-turns.ts";
import { ProbeProcess } from "../harness/probe-process.ts";
import { formatNumber } from "../harness/report.ts";
import type { Row } from "../harness/row.ts";

const full = { conversations: 100_000, rounds: 5 };
const quick = { conversations: 200, rounds: 1 };

/** Whether an operator with very many sessions can scroll through them without a judder, and without reading them all. */
export const dashboardListRow: Row = {
  name: "dashboard-list",
  title: "scrolling the dashboard's list in a browser",
  async measure({ isQuick, folders, progress }) {
    const { conversations, rounds } = isQuick ? quick : full;
    await buildDashboard();
    const folder = await folders.big(conversations);
    await using measuring = await ProbeProcess.start("dashboard-lists", {
      store: { kind: "lowdb", folder },
      conversations,
    });
    const series = new Series("scrolls", () => measuring.run());
    await inTurns(rounds, [series], (run, { drag }) =>
      progress(`${run}: ${formatNumber(drag.perSecond)} frames a second`),
    );
    const { results } = series;
    const still = results.map((result) => result.still.perSecond);
    const of = (name: "wheel" | "drag", what: "perSecond" | "workPerFrame" | "pagesRead") =>
      results.map((result) => result[name][what]);
    return {
      figures: [
        ratioOf("frames while the wheel turns, to those of a still page", of("wheel", "perSecond"), still),
        ratioOf("frames while the scrollbar is dragged, to those of a still page", of("drag", "perSecond"), still),
        // A frame of 60 in a second has 16.7 ms; the browser's own drawing needs the rest.
        medianOf("main thread per frame, wheel", "ms", of("wheel", "workPerFrame"), { atMost: 8 }),
        medianOf("main thread per frame, drag", "ms", of("drag", "workPerFrame"), { atMost: 8 }),
        medianOf("pages read while dragging over nine tenths", "", of("drag", "pagesRead"), { atMost: 5 }),
        medianOf(
          "the row at nine tenths is there after",
          "ms",
          results.map(({ rowThere }) => rowThere),
          { atMost: 500 },
        ),
        medianOf(
          "a search shows its row after",
          "ms",
          results.map(({ searched }) => searched),
          { atMost: 600 },
        ),
        medianOf(
          "heap of the page",
          "MB",
          results.map(({ heap }) => heap),
          { atMost: 40 },
        ),
      ],
      notes: [
        "Frames depend on who else works on the machine, and on drawing without a graphics card: the work per frame is what the page can help.",
        `${conversations.toLocaleString("en-US")} sessions; chromium without a graphics card, 1280 × 800.`,
      ],
    };
  },
};
