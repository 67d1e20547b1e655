import { type Bot, type SessionId, type StoreChoice } from "@keyturn/core";
import { messageOf, operator, startBenchBot } from "../drive/bench-bot.ts";
import { HangingRunner } from "../drive/hanging-runner.ts";
import type { Probe } from "../harness/probe.ts";

/** What is destroyed, and under which circumstances. */
export interface DestroysParameters {
  readonly store: StoreChoice;
  /** Number of the first conversation that may be reset or deleted; each is used once. */
  readonly first: number;
  /** Whether the model's calls end when they are aborted. */
  readonly heedsAbort: boolean;
  /** Resets, and as many deletes, in one run. */
  readonly times: number;
}

/** What resets and deletes took, in milliseconds. */
export interface DestroysResult {
  readonly resets: readonly number[];
  readonly deletes: readonly number[];
}

/** Resets and deletes sessions while a model call runs in each that never ends. */
export const destroysProbe: Probe<DestroysParameters, DestroysResult> = {
  async prepare({ store, first, heedsAbort, times }) {
    const runner = new HangingRunner({ heedsAbort });
    const bot = await startBenchBot({ store, turnRunner: runner });
    let conversation = first;
    const destroy = async (action: (id: SessionId) => Promise<unknown>) => {
      const id = await beginRun(bot, runner, conversation);
      conversation += 1;
      const start = performance.now();
      await action(id);
      return performance.now() - start;
    };
    return {
      async run() {
        const resets: number[] = [];
        const deletes: number[] = [];
        for (let time = 0; time < times; time += 1) {
          resets.push(await destroy((id) => bot.sessions.reset(id, { actor: operator, reason: "measured" })));
          deletes.push(await destroy((id) => bot.sessions.delete(id, { actor: operator, reason: "measured" })));
        }
        return { resets, deletes };
      },
      close: () => bot.stop(),
    };
  },
};

/** Says something in the conversation, and waits until the model is at work on it. */
async function beginRun(bot: Bot, runner: HangingRunner, conversation: number): Promise<SessionId> {
  const begun = runner.nextCall();
  const receipt = await bot.receive(messageOf(conversation, `message-${conversation}`));
  await begun;
  if (receipt.kind !== "accepted") throw new Error(`The message was not accepted but ${receipt.kind}.`);
  return receipt.sessionId;
}
