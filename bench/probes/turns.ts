import { messageOf, startBenchBot } from "../drive/bench-bot.ts";
import type { Probe } from "../harness/probe.ts";

/** Whose turns are measured. */
export interface TurnsParameters {
  readonly folder: string;
  /** The folder's conversations, numbered from 0. */
  readonly conversations: number;
  /** Turns in one run. */
  readonly turns: number;
}

/** Coprime to every number of conversations here: turns go all over the folder, so that most find their session on the disk. */
const stride = 7_919;

/** Which conversation has the turn of that number. */
export function conversationOfTurn(turn: number, conversations: number): number {
  return (turn * stride) % conversations;
}

/** What a durable turn takes from the message to the delivered answer, one turn at a time: milliseconds of each. */
export const turnsProbe: Probe<TurnsParameters, readonly number[]> = {
  async prepare({ folder, conversations, turns }) {
    const bot = await startBenchBot({ store: { kind: "lowdb", folder } });
    let turn = 0;
    return {
      async run() {
        const times: number[] = [];
        for (const last = turn + turns; turn < last; turn += 1) {
          const message = messageOf(conversationOfTurn(turn, conversations), `turn-${turn}`);
          const start = performance.now();
          await bot.receive(message);
          await bot.settled();
          times.push(performance.now() - start);
        }
        return times;
      },
      close: () => bot.stop(),
    };
  },
};
