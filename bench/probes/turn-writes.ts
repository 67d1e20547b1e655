import { messageOf } from "../drive/bench-bot.ts";
import { startRecordedBot } from "../drive/recorded-bot.ts";
import type { Probe } from "../harness/probe.ts";
import { conversationOfTurn } from "./turns.ts";

/** Which turns are looked at. */
export interface TurnWritesParameters {
  readonly folder: string;
  readonly conversations: number;
  readonly turns: number;
}

/** What each turn writes and syncs before it is over: the bytes of each file, in order. */
export const turnWritesProbe: Probe<TurnWritesParameters, readonly (readonly number[])[]> = {
  async prepare({ folder, conversations, turns }) {
    const synced: number[] = [];
    const bot = await startRecordedBot(folder, synced);
    return {
      async run() {
        const written: (readonly number[])[] = [];
        for (let turn = 0; turn < turns; turn += 1) {
          synced.length = 0;
          await bot.receive(messageOf(conversationOfTurn(turn, conversations), `turn-${turn}`));
          await bot.settled();
          written.push([...synced]);
        }
        return written;
      },
      close: () => bot.stop(),
    };
  },
};
