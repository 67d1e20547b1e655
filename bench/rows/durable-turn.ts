import type { Bench, Row } from "../harness/row.ts";
import type { Filling } from "../harness/data-folders.ts";
import { type Figure, medianOf, ratioOf } from "../harness/figure.ts";
import { Series, inTurns } from "../harness/in-turns.ts";
import { ProbeProcess, measureOnce } from "../harness/probe-process.ts";
import { formatNumber } from "../harness/report.ts";
import { median } from "../harness/statistics.ts";

const full = { rounds: 15, turns: 5, few: 10, more: 1_000, many: 50_000, long: 10_000 };
const quick = { rounds: 2, turns: 2, few: 10, more: 20, many: 50, long: 200 };

/** Messages in a conversation that is not long. */
const short = 20;

const target = { atMost: 1.2 };

/** What a turn took in each run, in milliseconds. */
type Turns = Series<readonly number[]>;

/** Whether a turn costs more with many sessions on the disk, or in a long conversation, and what it adds to its syncs. */
export const durableTurnRow: Row = {
  name: "durable-turn",
  title: "one turn from the message to the delivered answer, embedded store, strict durability",
  async measure(bench) {
    const { rounds, turns, few, more, many, long } = sizesOf(bench);
    await using processes = new AsyncDisposableStack();
    const ofFew = await turnsIn(bench, processes, { conversations: few, messages: 2 });
    const ofMore = await turnsIn(bench, processes, { conversations: more, messages: 2 });
    const ofMany = await turnsAmongMany(bench, processes);
    const ofShort = await turnsIn(bench, processes, { conversations: few, messages: short });
    const ofLong = await turnsIn(bench, processes, { conversations: few, messages: long });
    const { floor, writes } = await bareWrites(bench, processes);

    const all = [ofFew, floor, ofMore, ofMany, ofShort, ofLong];
    await inTurns(1, all);
    for (const series of all) series.results.length = 0;
    await inTurns(rounds, all, (run, times) => bench.progress(`${run}: ${formatNumber(median(times))} ms`));
    return {
      figures: [
        timeOf(`${few} sessions`, ofFew),
        timeOf(`${count(more)} sessions`, ofMore),
        timeOf(`${count(many)} sessions`, ofMany),
        ratioOf(`${count(many)} sessions ÷ ${few}`, mediansOf(ofMany), mediansOf(ofFew), target),
        timeOf(`${short} messages in the session`, ofShort),
        timeOf(`${count(long)} messages in the session`, ofLong),
        ratioOf(`${count(long)} messages ÷ ${short}`, mediansOf(ofLong), mediansOf(ofShort), target),
        timeOf("floor: the turn's synced writes and nothing else", floor),
        ratioOf(`${few} sessions ÷ floor`, mediansOf(ofFew), mediansOf(floor)),
      ],
      notes: [
        `A turn makes ${median(writes.map(({ length }) => length))} synced writes of ${formatNumber(median(writes.flat()) / 1_000)} KB each (medians).`,
        `With ${count(many)} sessions each turn finds its session on the disk, with ${few} in memory.`,
        `${turns} turns of each in turns, ${rounds} rounds; a ratio's range is that of the rounds' medians.`,
      ],
    };
  },
};

/** Turns in a folder of its own. */
async function turnsIn(
  bench: Bench,
  processes: AsyncDisposableStack,
  { conversations, messages }: Omit<Filling, "first">,
): Promise<Turns> {
  const name = `${count(conversations)} sessions of ${count(messages)} messages`;
  const folder = await bench.folders.filled(`turns-${conversations}-${messages}`, {
    first: 0,
    conversations,
    messages,
  });
  return startTurns(bench, processes, name, folder, conversations);
}

async function turnsAmongMany(bench: Bench, processes: AsyncDisposableStack): Promise<Turns> {
  const { many } = sizesOf(bench);
  return startTurns(bench, processes, `${count(many)} sessions`, await bench.folders.big(many), many);
}

async function startTurns(
  bench: Bench,
  processes: AsyncDisposableStack,
  name: string,
  folder: string,
  conversations: number,
): Promise<Turns> {
  const { turns } = sizesOf(bench);
  const measuring = processes.use(await ProbeProcess.start("turns", { folder, conversations, turns }));
  return new Series(name, () => measuring.run());
}

/** The writes of turns as few sessions have them, and the bytes of each turn's files. */
async function bareWrites(
  bench: Bench,
  processes: AsyncDisposableStack,
): Promise<{ readonly floor: Turns; readonly writes: readonly (readonly number[])[] }> {
  const { few: conversations, rounds, turns } = sizesOf(bench);
  const written = await bench.folders.filled("written", { first: 0, conversations, messages: 2 });
  const writes = await measureOnce("turn-writes", { folder: written, conversations, turns: rounds * turns });
  const parameters = { folder: bench.folders.fresh("floor"), turns: writes, turnsPerRun: turns };
  const measuring = processes.use(await ProbeProcess.start("synced-writes", parameters));
  return { floor: new Series("bare writes", () => measuring.run()), writes };
}

function timeOf(what: string, series: Turns): Figure {
  return medianOf(what, "ms", series.results.flat());
}

function mediansOf(series: Turns): readonly number[] {
  return series.results.map(median);
}

function count(number: number): string {
  return number.toLocaleString("en-US");
}

function sizesOf({ isQuick }: Bench): typeof full {
  return isQuick ? quick : full;
}
