import type { Actor, Bot } from "@keyturn/core";

/**
 * Asks the bot's policy whether somebody may see all sessions, for what shows all of them without being a list.
 * @throws NotAuthorizedError
 */
export async function authorizeList(bot: Bot, actor: Actor): Promise<void> {
  await bot.sessions.authorize(actor, "session.list");
}
