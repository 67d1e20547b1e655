import { messageOf } from "../drive/bench-bot.ts";
import { startRecordedBot } from "../drive/recorded-bot.ts";
import { RecordingDisk } from "../drive/recording-disk.ts";
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
    const disk = new RecordingDisk();
    const bot = await startRecordedBot(folder, disk);
    return {
      async run() {
        const written: (readonly number[])[] = [];
        for (let turn = 0; turn < turns; turn += 1) {
          disk.synced.length = 0;
          await bot.receive(messageOf(conversationOfTurn(turn, conversations), `turn-${turn}`));
          await bot.settled();
          written.push([...disk.synced]);
        }
        return written;
      },
      close: () => bot.stop(),
    };
  },
};
