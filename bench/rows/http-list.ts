import { medianOf, percentileOf } from "../harness/figure.ts";
import { Series, inTurns } from "../harness/in-turns.ts";
import { ProbeProcess } from "../harness/probe-process.ts";
import { formatNumber } from "../harness/report.ts";
import type { Row } from "../harness/row.ts";

const full = { conversations: 100_000, rounds: 3, times: 200, deletes: 100, listeners: 20 };
const quick = { conversations: 200, rounds: 1, times: 10, deletes: 5, listeners: 3 };

/** Whether operators who look for something in very many sessions, over HTTP, keep themselves or others waiting. */
export const httpListRow: Row = {
  name: "http-list",
  title: "first pages, searches and deletes over HTTP while events are read",
  async measure({ isQuick, folders, progress }) {
    const { conversations, rounds, times, deletes, listeners } = isQuick ? quick : full;
    const folder = await folders.big(conversations);
    const first = await folders.expendable(deletes * (rounds + 1));
    const parameters = { store: { kind: "lowdb", folder } as const, listeners, times, first, deletes };
    await using measuring = await ProbeProcess.start("http-lists", parameters);
    await measuring.run();
    const series = new Series("lists", () => measuring.run());
    await inTurns(rounds, [series], (run, { delay99 }) => progress(`${run}: ${formatNumber(delay99)} ms of delay`));
    const pages = series.results.flatMap((result) => result.pages);
    const searches = series.results.flatMap((result) => result.searches);
    const removals = series.results.flatMap((result) => result.deletes);
    const count = conversations.toLocaleString("en-US");
    return {
      figures: [
        percentileOf(50, "first page", "ms", pages),
        percentileOf(95, "first page", "ms", pages, { atMost: 50 }),
        percentileOf(50, "search", "ms", searches),
        percentileOf(95, "search", "ms", searches, { atMost: 100 }),
        percentileOf(95, "delete", "ms", removals),
        medianOf(
          "delay of the event loop, p99",
          "ms",
          series.results.map(({ delay99 }) => delay99),
          { atMost: 20 },
        ),
        medianOf(
          "longest delay of the event loop",
          "ms",
          series.results.map(({ longestDelay }) => longestDelay),
        ),
      ],
      notes: [
        `${count} sessions, ${listeners} readers of events; pages, searches, deletes and messages at the same time, each kind one after the other with 5 ms of rest.`,
        `The crowd is a process of its own; its readers got ${series.results[0]?.events.toLocaleString("en-US")} events in the first round.`,
      ],
    };
  },
};
