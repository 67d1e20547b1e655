import type { DataFolders } from "../harness/data-folders.ts";
import { medianOf, ratioOf } from "../harness/figure.ts";
import { Series, inTurns } from "../harness/in-turns.ts";
import { ProbeProcess, measureOnce } from "../harness/probe-process.ts";
import { formatNumber } from "../harness/report.ts";
import type { Row } from "../harness/row.ts";
import { median } from "../harness/statistics.ts";

const full = { rounds: 15, turns: 5, few: 10, more: 1_000, many: 50_000, long: 10_000 };
const quick = { rounds: 2, turns: 2, few: 10, more: 20, many: 50, long: 200 };

const target = { atMost: 1.2 };

/** Whether a turn costs more with many sessions on the disk, or in a long conversation, and what it adds to its syncs. */
export const durableTurnRow: Row = {
  name: "durable-turn",
  title: "one turn from the message to the delivered answer, embedded store, strict durability",
  async measure({ isQuick, folders, progress }) {
    const { rounds, turns, few, more, many, long } = isQuick ? quick : full;
    await using processes = new AsyncDisposableStack();
    const seriesOf = async (name: string, folder: string, conversations: number) => {
      const process_ = processes.use(await ProbeProcess.start("turns", { folder, conversations, turns }));
      return new Series(name, () => process_.run());
    };
    const filled = (name: string, conversations: number, messages: number) =>
      folders.filled(name, { first: 0, conversations, messages });
    const ofFew = await seriesOf(`${few} sessions`, await filled("few", few, 2), few);
    const ofMore = await seriesOf(`${more} sessions`, await filled("more", more, 2), more);
    const ofMany = await seriesOf(`${many} sessions`, await folders.big(many), many);
    const ofShort = await seriesOf("20 messages", await filled("short", few, 20), few);
    const ofLong = await seriesOf(`${long} messages`, await filled("long", few, long), few);
    const writes = await writesOfTurns(folders, few, rounds * turns);
    const parameters = { folder: folders.fresh("floor"), turns: writes, turnsPerRun: turns };
    const bare = processes.use(await ProbeProcess.start("synced-writes", parameters));
    const floor = new Series("bare writes", () => bare.run());

    const all = [ofFew, floor, ofMore, ofMany, ofShort, ofLong];
    await inTurns(1, all);
    for (const series of all) series.results.length = 0;
    await inTurns(rounds, all, (run, times) => progress(`${run}: ${formatNumber(median(times))} ms`));

    const times = (series: Series<readonly number[]>) => series.results.flat();
    const medians = (series: Series<readonly number[]>) => series.results.map(median);
    const count = (number: number) => number.toLocaleString("en-US");
    return {
      figures: [
        medianOf(`${few} sessions`, "ms", times(ofFew)),
        medianOf(`${count(more)} sessions`, "ms", times(ofMore)),
        medianOf(`${count(many)} sessions`, "ms", times(ofMany)),
        ratioOf(`${count(many)} sessions ÷ ${few}`, medians(ofMany), medians(ofFew), target),
        medianOf("20 messages in the session", "ms", times(ofShort)),
        medianOf(`${count(long)} messages in the session`, "ms", times(ofLong)),
        ratioOf(`${count(long)} messages ÷ 20`, medians(ofLong), medians(ofShort), target),
        medianOf("floor: the turn's synced writes and nothing else", "ms", times(floor)),
        ratioOf(`${few} sessions ÷ floor`, medians(ofFew), medians(floor)),
      ],
      notes: [
        `A turn makes ${median(writes.map(({ length }) => length))} synced writes of ${formatNumber(median(writes.flat()) / 1_000)} KB each; with ${count(many)} sessions each turn finds its session on the disk, with ${few} in memory.`,
        `${turns} turns of each in turns, ${rounds} rounds; a ratio's range is that of the rounds' medians.`,
      ],
    };
  },
};

/** What such turns write, in a folder of the same shape. */
async function writesOfTurns(
  folders: DataFolders,
  conversations: number,
  turns: number,
): Promise<readonly (readonly number[])[]> {
  const folder = await folders.filled("written", { first: 0, conversations, messages: 2 });
  return measureOnce("turn-writes", { folder, conversations, turns });
}
