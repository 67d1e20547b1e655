import type { Actor, EntriesPage, EntriesQuery, InboxEntry, SessionId, Sessions } from "@keyturn/core";

/** Reads of a session that moves on while it is read, before the last one is taken as it is. */
const readings = 3;

/**
 * A page of a transcript and the queue behind it. They are two reads: the queue comes first, so that a message which moves
 * from one to the other meanwhile is in both and not in neither; a reset in between makes it read again.
 * @throws SessionNotFoundError, NotAuthorizedError
 */
export async function readTogether(
  sessions: Sessions,
  id: SessionId,
  query: EntriesQuery,
  actor: Actor,
): Promise<{ readonly page: EntriesPage; readonly queue: readonly InboxEntry[] }> {
  for (let reading = 1; ; reading += 1) {
    const { epoch } = await sessions.read(id, actor);
    const queue = await sessions.waiting(id, actor);
    const page = await sessions.entries(id, query, actor);
    if (page.session.epoch !== epoch && reading < readings) continue;
    const shown = new Set(page.entries.map((entry) => (entry.role === "user" ? entry.messageId : undefined)));
    return { page, queue: queue.filter((message) => !shown.has(message.id)) };
  }
}
