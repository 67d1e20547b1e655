import type { LabelledActor } from "../access/caller.ts";
import type { GatewayParts } from "../gateway-parts.ts";
import { presentRemoved } from "../present/session.ts";
import { presentTime } from "../present/timestamp.ts";
import type { WireTrashPage } from "../wire/trash.ts";

/** Names the list in its cursors. */
const list = "trash";

/**
 * A page of the deleted sessions that can be brought back.
 * @throws Problem `CURSOR_INVALID`
 * @throws NotAuthorizedError
 */
export async function readTrashPage(
  { bot, clock, cursors }: GatewayParts,
  actor: LabelledActor,
  limit: number,
  cursor: string | undefined,
): Promise<WireTrashPage> {
  const after = cursor === undefined ? undefined : cursors.decode(list, cursor);
  const asOf = presentTime(clock.now());
  const { items, next } = await bot.sessions.trash({ limit, after }, actor);
  const nextCursor = next === undefined ? null : cursors.encode(list, next);
  return { items: items.map(presentRemoved), nextCursor, asOf };
}
