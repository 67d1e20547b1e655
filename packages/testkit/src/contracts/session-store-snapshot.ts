import type {
  InboxEntry,
  ListQuery,
  OutboxEntry,
  RetiredSession,
  SessionId,
  SessionStore,
  SessionSummary,
  TranscriptEntry,
} from "@keyturn/core";

/** Everything that a store tells of one session. */
export interface SessionSnapshot {
  readonly session: SessionSummary | RetiredSession | undefined;
  readonly entries: readonly TranscriptEntry[] | undefined;
  readonly waiting: readonly InboxEntry[];
  readonly undelivered: readonly OutboxEntry[];
}

/** Everything that the store tells of the sessions that it lists, and of these others. */
export async function takeSnapshot(
  store: SessionStore,
  others: Iterable<SessionId> = [],
): Promise<ReadonlyMap<SessionId, SessionSnapshot>> {
  const snapshot = new Map<SessionId, SessionSnapshot>();
  for (const id of [...(await listAll(store)).map((session) => session.id), ...others]) {
    snapshot.set(id, {
      session: await store.summary(id),
      entries: (await store.entries(id, { limit: 1_000 }))?.entries,
      waiting: await store.waiting(id),
      undelivered: await store.undelivered(id),
    });
  }
  return snapshot;
}

/** The sessions that no run is working on: a restart must not change anything of them. */
export async function takeSnapshotAtRest(store: SessionStore): Promise<ReadonlyMap<SessionId, SessionSnapshot>> {
  const running = new Set<SessionId>();
  for (const session of await listAll(store)) if (session.running !== undefined) running.add(session.id);
  const snapshot = await takeSnapshot(store);
  return new Map([...snapshot].filter(([id]) => !running.has(id)));
}

/** Every session, or every one that meets a filter, page by page. */
export async function listAll(
  store: SessionStore,
  limit: number = 200,
  query: Omit<ListQuery, "limit" | "after"> = {},
): Promise<readonly SessionSummary[]> {
  const sessions: SessionSummary[] = [];
  const by = query.sort?.by ?? "updatedAt";
  for (;;) {
    const last = sessions.at(-1);
    const page = await store.list({ ...query, limit, after: last && { at: last[by], id: last.id } });
    sessions.push(...page);
    if (page.length < limit) return sessions;
  }
}
