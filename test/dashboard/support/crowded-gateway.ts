import { type OpenGateway, openGateway } from "../../../packages/gateway/test-support/open-gateway.ts";

/**
 * A gateway with that many conversations, each answered: `place-1` is the oldest. Every run is
 * answered at once, so a test cannot hold one.
 */
export async function openCrowded(conversations: number): Promise<OpenGateway> {
  const answer = { parts: [{ type: "text" as const, text: "hi" }], usage: { inputTokens: 1, outputTokens: 1 } };
  const open = await openGateway({ bot: { turnRunner: { run: () => Promise.resolve(answer) } } });
  for (let number = 1; number <= conversations; number += 1) await open.say("hello", `place-${number}`);
  await open.bot.settled();
  return open;
}
