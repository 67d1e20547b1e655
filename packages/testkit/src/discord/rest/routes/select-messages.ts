import type { Message } from "../../world/message.ts";
import { invalidField } from "../api-error.ts";
import type { RestCall } from "../rest-call.ts";

/** How many messages come where nothing is said, and at most (Discord, "Message", Get Channel Messages). */
const defaultLimit = 50;
const highestLimit = 100;

/** The messages that `around`, `before`, `after` and `limit` ask for, the newest first. @throws ApiError 50035 */
export function selectMessages(messages: readonly Message[], call: RestCall): readonly Message[] {
  const limit = readLimit(call.query("limit"));
  const around = call.query("around");
  const before = call.query("before");
  const after = call.query("after");
  if (around !== undefined) {
    const half = Math.floor(limit / 2);
    const older = messages.filter(({ id }) => BigInt(id) < BigInt(around)).slice(-half);
    const rest = messages.filter(({ id }) => BigInt(id) >= BigInt(around)).slice(0, limit - older.length);
    return [...older, ...rest].toReversed();
  }
  // After an id come the oldest ones that follow it, still with the newest first.
  if (after !== undefined)
    return messages
      .filter(({ id }) => BigInt(id) > BigInt(after))
      .slice(0, limit)
      .toReversed();
  const older = before === undefined ? messages : messages.filter(({ id }) => BigInt(id) < BigInt(before));
  return older.slice(-limit).toReversed();
}

function readLimit(text: string | undefined): number {
  const limit = text === undefined ? defaultLimit : Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= highestLimit) return limit;
  throw invalidField(["limit"], "NUMBER_TYPE_MAX", `int value should be between 1 and ${highestLimit}.`);
}
