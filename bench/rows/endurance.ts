import type { StoreChoice } from "@keyturn/core";
import type { CrowdOptions } from "../drive/crowd.ts";
import { type Figure, valueOf } from "../harness/figure.ts";
import { Series, inTurns } from "../harness/in-turns.ts";
import { ProbeProcess } from "../harness/probe-process.ts";
import { formatNumber } from "../harness/report.ts";
import type { Bench, Row } from "../harness/row.ts";

/** Messages in memory, and through the embedded store, which is slower. */
const full = { messages: 200_000, embeddedMessages: 10_000 };
const long = { messages: 1_000_000, embeddedMessages: 10_000 };
const quick = { messages: 2_000, embeddedMessages: 100 };

/** Enough to see whether anything grows. */
const parts = 5;

/** What the compiler and the collector come and go by; of 30 MB and 160,000 messages it is 9 bytes a message. */
const flat = { atMost: 1.05 };

/** Whether anything of a message stays behind. */
export const enduranceRow: Row = {
  name: "endurance",
  title: "heap and handles after very many messages through one process",
  async measure(bench) {
    const { isQuick, isLong, folders } = bench;
    const { messages, embeddedMessages } = isQuick ? quick : isLong ? long : full;
    const crowd = { conversations: 500, atOnce: 500, messagesPerConversation: 40 };
    const small = { conversations: 20, atOnce: 20, messagesPerConversation: 40 };
    const embedded: StoreChoice = { kind: "lowdb", folder: folders.fresh("endurance"), durability: "relaxed" };
    return {
      figures: [
        ...(await figuresOf(bench, "memory", { kind: "memory" }, crowd, messages)),
        ...(await figuresOf(bench, "embedded", embedded, small, embeddedMessages)),
      ],
      notes: [
        `Memory: ${messages.toLocaleString("en-US")} messages in ${crowd.conversations} conversations; embedded (relaxed durability): ${embeddedMessages.toLocaleString("en-US")} in ${small.conversations}. Each conversation is deleted after ${crowd.messagesPerConversation} messages.`,
        `After each fifth everybody leaves, a day passes on the bot's clock, what has expired is swept, and garbage is collected.`,
      ],
    };
  },
};

async function figuresOf(
  { progress }: Bench,
  name: string,
  store: StoreChoice,
  crowd: CrowdOptions,
  messages: number,
): Promise<readonly Figure[]> {
  await using measuring = await ProbeProcess.start("endurance", { store, crowd, messages: messages / parts });
  const series = new Series(name, () => measuring.run());
  await inTurns(parts, [series], (run, { heap }) => progress(`${run}: ${formatNumber(heap / 1e6)} MB`));
  const [first, last] = [series.results.at(0), series.results.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError("Nothing was measured.");
  const least = Math.min(...series.results.slice(0, -1).map(({ heap }) => heap));
  const perPart = series.results.map(({ heap }, part) =>
    valueOf(`${name}, heap after part ${part + 1} of ${parts}`, "MB", heap / 1e6),
  );
  return [
    ...perPart,
    valueOf(`${name}, heap at the end ÷ the least before`, "×", last.heap / least, flat),
    valueOf(`${name}, handles at the end − after part 1`, "", last.handles - first.handles, { atMost: 0 }),
  ];
}
