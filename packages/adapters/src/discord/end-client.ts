import { type Clock, type Logger, waitAtMost } from "@keyturn/core";
import { Events } from "discord.js";
import type { MadeClient } from "./client.ts";

/** Longest time for a client to end by itself, in milliseconds; then its sockets are cut. */
const endMilliseconds = 2_000;

/** Ends a client for sure: nothing is heard after it resolves. What is left to be sent still can be. */
export async function endClient(
  made: MadeClient,
  { token, clock, log }: { readonly token: string; readonly clock: Clock; readonly log: Logger },
): Promise<void> {
  made.client.removeAllListeners();
  // What still comes in on its way out is nobody's.
  made.client.on(Events.Error, () => undefined);
  made.shards()?.forbidConnecting();
  const ended = made.client.destroy().catch((error: unknown) => {
    log.debug({ err: error }, "Discord's client did not end in order.");
  });
  await waitAtMost(clock, endMilliseconds, ended);
  made.shards()?.cutConnections();
  // The client has put its token away, and answers are still to be sent that were asked for in time.
  made.client.rest.setToken(token);
}
