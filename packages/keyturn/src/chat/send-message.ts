import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { type GatewayClient, GatewayError, type WireSentMessage } from "@keyturn/gateway/client";

/** Pauses between tries, in milliseconds: half a minute, in which a bot that is started anew is back. */
const pauses: readonly number[] = [500, 1_000, 2_000, 4_000, 8_000, 15_000];

/** A message that is sent. */
export interface Sending {
  readonly conversation: string;
  readonly text: string;
  readonly signal: AbortSignal;
  /** Told once, when the first try came to nothing. */
  readonly onTrouble: (error: GatewayError) => void;
}

/**
 * Sends a message; while the bot cannot be reached it is tried again, under one key, so that it arrives once.
 * @throws GatewayError when it is refused, or when the bot stays away.
 */
export async function sendMessage(client: GatewayClient, sending: Sending): Promise<WireSentMessage> {
  const { conversation, text, signal, onTrouble } = sending;
  const idempotencyKey = randomUUID();
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await client.send({ conversation, text }, { idempotencyKey, signal });
    } catch (error) {
      const pause = pauses[attempt];
      if (pause === undefined || signal.aborted || !isPassing(error)) throw error;
      if (attempt === 0) onTrouble(error);
      await wait(pause, undefined, { signal });
    }
  }
}

function isPassing(error: unknown): error is GatewayError {
  return error instanceof GatewayError && (error.code === "GATEWAY_UNREACHABLE" || error.status === 503);
}
