import type { Actor, Bot, SessionSummary } from "@keyturn/core";
import { expect } from "vitest";

/** Who looks at sessions in tests. */
export const operator: Actor = { kind: "operator", id: "test", surface: "code" };

/** Resolves with the bot's newest session when it is as it should be. */
export async function settled({ bot }: { readonly bot: Bot }, isRight: (session: SessionSummary) => boolean) {
  const look = async () => (await bot.sessions.list({ limit: 1 }, operator))[0];
  await expect
    .poll(async () => {
      const session = await look();
      return session !== undefined && isRight(session);
    })
    .toBe(true);
  return look();
}
