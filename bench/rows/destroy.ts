import type { StoreChoice } from "@keyturn/core";
import { type Figure, type Target, percentileOf } from "../harness/figure.ts";
import { Series, inTurns } from "../harness/in-turns.ts";
import { ProbeProcess } from "../harness/probe-process.ts";
import { formatNumber } from "../harness/report.ts";
import type { Bench, Row } from "../harness/row.ts";
import { median } from "../harness/statistics.ts";
import type { DestroysResult } from "../probes/destroys.ts";

const full = { conversations: 50_000, rounds: 6, times: 50 };
const quick = { conversations: 50, rounds: 2, times: 3 };

const target = { atMost: 25 };

/** How long a person waits for a reset or a delete while the model is still at work. */
export const destroyRow: Row = {
  name: "destroy",
  title: "reset and delete while a model call runs that never ends",
  async measure(bench) {
    const { conversations } = sizesOf(bench);
    const folder = await bench.folders.big(conversations);
    const embedded: StoreChoice = { kind: "lowdb", folder };
    const memory: StoreChoice = { kind: "memory" };
    return {
      figures: [
        ...(await figuresOf(bench, "embedded, model heeds abort", embedded, true, target)),
        ...(await figuresOf(bench, "embedded, model ignores abort", embedded, false, target)),
        ...(await figuresOf(bench, "memory, model heeds abort", memory, true)),
        ...(await figuresOf(bench, "memory, model ignores abort", memory, false)),
      ],
      notes: [
        `Embedded: strict durability, ${conversations.toLocaleString("en-US")} sessions in the folder.`,
        "From the call to its answer: by then the removal is durable, and the run can neither write nor send.",
      ],
    };
  },
};

async function figuresOf(
  bench: Bench,
  circumstances: string,
  store: StoreChoice,
  heedsAbort: boolean,
  wanted?: Target,
): Promise<readonly Figure[]> {
  const { rounds, times } = sizesOf(bench);
  // A process at a time: a data folder is one process's.
  const first = store.kind === "lowdb" ? await bench.folders.expendable(2 * times * (rounds + 1)) : 0;
  await using measuring = await ProbeProcess.start("destroys", { store, first, heedsAbort, times });
  await measuring.run();
  const series = new Series(circumstances, () => measuring.run());
  await inTurns(rounds, [series], (run, { resets, deletes }) => {
    bench.progress(`${run}: ${formatNumber(median(resets))} and ${formatNumber(median(deletes))} ms`);
  });
  const resets = series.results.flatMap((result: DestroysResult) => result.resets);
  const deletes = series.results.flatMap((result: DestroysResult) => result.deletes);
  return [
    percentileOf(50, `reset, ${circumstances}`, "ms", resets),
    percentileOf(99, `reset, ${circumstances}`, "ms", resets, wanted),
    percentileOf(50, `delete, ${circumstances}`, "ms", deletes),
    percentileOf(99, `delete, ${circumstances}`, "ms", deletes, wanted),
  ];
}

function sizesOf({ isQuick }: Bench): typeof full {
  return isQuick ? quick : full;
}
