import type { StoreChoice } from "@keyturn/core";
import { type Figure, medianOf, percentileOf } from "../harness/figure.ts";
import { measureOnce } from "../harness/probe-process.ts";
import type { Bench, Row } from "../harness/row.ts";
import type { ListsResult } from "../probes/lists.ts";

const full = { conversations: 100_000, processes: 2, lists: 150 };
const quick = { conversations: 200, processes: 1, lists: 10 };

const target = { atMost: 50 };

/** Whether an operator with very many sessions waits for their list, and whether everybody else does meanwhile. */
export const listRow: Row = {
  name: "list",
  title: "the first page (50 sessions) of a list of very many sessions",
  async measure(bench) {
    const { conversations } = sizesOf(bench);
    const folder = await bench.folders.big(conversations);
    return {
      figures: [
        ...(await figuresOf(bench, "embedded", { kind: "lowdb", folder })),
        ...(await figuresOf(bench, "memory", { kind: "memory" })),
      ],
      notes: [
        `${conversations.toLocaleString("en-US")} sessions. The delay is the longest that a timer had to wait beyond its time, with a list every 5 ms or so.`,
      ],
    };
  },
};

async function figuresOf(bench: Bench, name: string, store: StoreChoice): Promise<readonly Figure[]> {
  const { conversations, processes, lists } = sizesOf(bench);
  const results: ListsResult[] = [];
  for (let run = 1; run <= processes; run += 1) {
    bench.progress(`${name}, ${run} of ${processes}`);
    results.push(await measureOnce("lists", { store, conversations, lists }));
  }
  const times = results.flatMap((result) => result.times);
  return [
    percentileOf(50, `page, ${name}`, "ms", times),
    percentileOf(95, `page, ${name}`, "ms", times, target),
    medianOf(
      `the very first page, ${name}`,
      "ms",
      results.map(({ firstAfterStart }) => firstAfterStart),
    ),
    medianOf(
      `longest delay of the event loop, ${name}`,
      "ms",
      results.map(({ longestDelay }) => longestDelay),
    ),
  ];
}

function sizesOf({ isQuick }: Bench): typeof full {
  return isQuick ? quick : full;
}
