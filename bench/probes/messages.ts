import { type ContenderName, startContender } from "../drive/contender.ts";
import { Crowd, type CrowdOptions } from "../drive/crowd.ts";
import type { Probe } from "../harness/probe.ts";

/** Who answers how many messages of which crowd. */
export interface MessagesParameters {
  readonly contender: ContenderName;
  readonly crowd: CrowdOptions;
  /** Messages before the measured ones, so that the compiler has seen everything. */
  readonly warmUp: number;
  readonly messages: number;
}

/** How much processor time messages take: microseconds each, of the whole process. */
export const messagesProbe: Probe<MessagesParameters, number> = {
  async prepare({ contender: name, crowd: options, warmUp, messages }) {
    const contender = await startContender(name);
    const crowd = await Crowd.open(contender, options);
    await crowd.talk(warmUp);
    return {
      async run() {
        const before = process.cpuUsage();
        await crowd.talk(messages);
        const { user, system } = process.cpuUsage(before);
        return (user + system) / messages;
      },
      close: () => contender.close(),
    };
  },
};
