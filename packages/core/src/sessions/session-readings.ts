import { AttachmentNotFoundError, SessionNotFoundError, StaleFenceError } from "../errors.ts";
import type { MessageId, SessionId } from "../identifiers.ts";
import type { Actor } from "./actor.ts";
import type { Fence } from "./fence.ts";
import type { InboxEntry } from "./inbox.ts";
import { changedError } from "./missed-error.ts";
import type { SessionReading, TrashPage } from "./session-demands.ts";
import { formatSessionKey } from "./session-key.ts";
import { type ListFilter, type ListQuery, type TrashQuery, checkListFilter, checkListQuery } from "./session-list.ts";
import type { SessionSections } from "./session-sections.ts";
import type { EntriesPage, EntriesQuery } from "./session-store.ts";
import type { RemovedSession, SessionSummary } from "./session.ts";
import type { TranscriptEntry } from "./transcript.ts";
import { selectTrash } from "./trash-page.ts";

const exportPageLength = 1_000;

/** How sessions are read, each time in somebody's name. Part of `Sessions`, which says what each call promises. */
export class SessionReadings {
  readonly #sections: SessionSections;

  constructor(sections: SessionSections) {
    this.#sections = sections;
  }

  /** See `Sessions.read`. */
  read(id: SessionId, actor: Actor): Promise<SessionSummary> {
    return this.#sections.gate.authorize(actor, "session.read", id, "");
  }

  /** See `Sessions.entries`. */
  async entries(id: SessionId, query: EntriesQuery, actor: Actor): Promise<EntriesPage> {
    const session = await this.read(id, actor);
    const page = await this.#readEntries(session, query);
    return { ...page, entries: shownTo(actor, page.entries) };
  }

  /** See `Sessions.waiting`. */
  async waiting(id: SessionId, actor: Actor): Promise<readonly InboxEntry[]> {
    const { key } = await this.read(id, actor);
    const { store } = this.#sections.parts;
    return this.#sections.locked(formatSessionKey(key), "session.read", () => store.waiting(id));
  }

  /** See `Sessions.attachment`. */
  async attachment(id: SessionId, messageId: MessageId, index: number, actor: Actor): Promise<Uint8Array> {
    const { key } = await this.read(id, actor);
    const { store } = this.#sections.parts;
    const query = { sessionId: id, messageId, index };
    const keyText = formatSessionKey(key);
    const bytes = await this.#sections.locked(keyText, "session.read", () => store.attachment(query));
    if (bytes === undefined) throw new AttachmentNotFoundError(messageId, index);
    return bytes;
  }

  /** See `Sessions.turnAttachment`. */
  turnAttachment(
    { sessionId, keyText, epoch }: Fence,
    messageId: MessageId,
    index: number,
  ): Promise<Uint8Array | undefined> {
    const { store } = this.#sections.parts;
    const query = { sessionId, messageId, index, epoch };
    return this.#sections.locked(keyText, "session.read", () => store.attachment(query));
  }

  /** See `Sessions.list`. */
  async list(query: ListQuery, actor: Actor): Promise<readonly SessionSummary[]> {
    checkListQuery(query);
    await this.#decideList(actor);
    return this.#sections.parts.store.list(query);
  }

  /** See `Sessions.count`. */
  async count(filter: ListFilter, actor: Actor): Promise<number> {
    checkListFilter(filter);
    await this.#decideList(actor);
    return this.#sections.parts.store.count(filter);
  }

  /** See `Sessions.trash`. */
  async trash({ after, limit }: TrashQuery, actor: Actor): Promise<TrashPage> {
    const { store, clock } = this.#sections.parts;
    await this.#decideList(actor);
    const page = selectTrash(await store.undoable(), clock.now(), after, limit);
    const items: RemovedSession[] = [];
    for (const { sessionId, keyText } of page) {
      const removed = await this.#sections.locked(keyText, "session.read", () => store.removed(sessionId));
      if (removed !== undefined) items.push(removed);
    }
    const last = page.length === limit ? page.at(-1) : undefined;
    return { items, next: last && { at: last.deletedAt, id: last.sessionId } };
  }

  /** See `Sessions.openExport`. */
  async openExport(id: SessionId, actor: Actor): Promise<SessionReading> {
    const session = await this.#sections.gate.authorize(actor, "session.export", id, "");
    const first = await this.#readEntries(session, { before: exportPageLength, limit: exportPageLength });
    return { session: first.session, pages: this.#readOn(first, actor) };
  }

  async *#readOn(first: EntriesPage, actor: Actor): AsyncGenerator<readonly TranscriptEntry[]> {
    const { session } = first;
    yield shownTo(actor, first.entries);
    for (let read = exportPageLength; read < session.entries; read += exportPageLength) {
      const before = Math.min(read + exportPageLength, session.entries);
      const page = await this.#readEntries(session, { before, limit: before - read });
      if (page.amendments !== first.amendments) {
        throw changedError("session.export", { kind: "changed", session: page.session, newMessages: 0 });
      }
      if (page.session.epoch !== session.epoch) {
        throw new StaleFenceError("session.export", session.id, session, page.session);
      }
      yield shownTo(actor, page.entries);
    }
  }

  #decideList(actor: Actor): Promise<void> {
    return this.#sections.gate.decide(actor, "session.list", undefined, "");
  }

  async #readEntries(session: SessionSummary, query: EntriesQuery): Promise<EntriesPage> {
    const { store, clock } = this.#sections.parts;
    const page = await this.#sections.locked(formatSessionKey(session.key), "session.read", () =>
      store.entries(session.id, query),
    );
    if (page === undefined) throw new SessionNotFoundError(session.id, clock.now());
    return page;
  }
}

/** Notes are for those who run the bot. */
function shownTo(actor: Actor, entries: readonly TranscriptEntry[]): readonly TranscriptEntry[] {
  return actor.kind === "participant" ? entries.filter(({ role }) => role !== "note") : entries;
}
