import type { DiscordServer } from "@keyturn/testkit/discord";
import { expect } from "vitest";

/** Routes on which a body is a message that people see. */
const messageRoutes = /^\/(?:channels\/\{channel_id\}\/messages(?:\/\{message_id\})?$|webhooks\/)/;

/**
 * Expects that nobody could have been pinged by anything that the bot asked of Discord, whatever its texts held, and that
 * every request was as Discord describes it.
 */
export function expectQuiet({ requests, violations }: DiscordServer): void {
  const bodies = requests
    .filter(({ method, route }) => (method === "POST" || method === "PATCH") && messageRoutes.test(route))
    .map(({ body }) => body);
  const quiet = expect.objectContaining({
    allowed_mentions: expect.objectContaining({ parse: [], replied_user: false }),
  });
  expect(bodies).toEqual(bodies.map(() => quiet));
  expect(violations).toEqual([]);
}
