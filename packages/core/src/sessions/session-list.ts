import { checkLength } from "./check-message.ts";
import { InvalidInputError } from "../errors.ts";
import type { SessionId } from "../identifiers.ts";
import type { SessionKeyText } from "./session-key.ts";

/**
 * What a list may ask of a session's state. One session can be in several:
 * - `running`: a turn is being answered;
 * - `waiting`: it has accepted messages that no run has taken;
 * - `idle`: neither;
 * - `failed`: pieces of its answers failed, or are not known to have arrived.
 */
export type SessionState = "running" | "waiting" | "idle" | "failed";

/** Which sessions a list has: those that meet everything that is given. Times are milliseconds since 1970. */
export interface ListFilter {
  /**
   * 1 to 200 characters, taken literally and compared without regard to case: in the title, the owner's id and name, the
   * place, the thread and the preview.
   */
  readonly search?: string | undefined;
  /** The channel adapter's name. */
  readonly adapter?: string | undefined;
  readonly state?: SessionState | undefined;
  readonly ownerId?: string | undefined;
  /** Whether it is pinned. */
  readonly isPinned?: boolean | undefined;
  /** The one session that this key names today. */
  readonly key?: SessionKeyText | undefined;
  /** Updated earlier than this. */
  readonly updatedBefore?: number | undefined;
  /** Updated later than this. */
  readonly updatedAfter?: number | undefined;
}

/** What a list is sorted by; sessions of one time are sorted by their ids, in the same direction. */
export interface ListSort {
  readonly by: "updatedAt" | "createdAt";
  readonly direction: "descending" | "ascending";
}

/** The order of lists that ask for no other: the most recently updated first. */
export const defaultListSort: ListSort = Object.freeze<ListSort>({ by: "updatedAt", direction: "descending" });

/** Where a page of a list ended: everything on the next page comes after it in the list's order. */
export interface ListPosition {
  /** The time that the list is sorted by, of the last session on the page. */
  readonly at: number;
  readonly id: SessionId;
}

/** A page of sessions. */
export interface ListQuery extends ListFilter {
  /** @default the most recently updated first */
  readonly sort?: ListSort | undefined;
  /** Of a page of the same filter and sort. */
  readonly after?: ListPosition | undefined;
  /**
   * Sessions that match and stand before the page, a whole number from 0: for whoever looks into the middle of a list.
   * What changes between two such pages moves sessions from one to the other; `after` loses and doubles none.
   * Not with `after`.
   */
  readonly offset?: number | undefined;
  /** 1 to 200. */
  readonly limit: number;
}

/** A page of deleted sessions that can be brought back, the most recently deleted first. */
export interface TrashQuery {
  /** Of a page before: when its last session was deleted, and its id. */
  readonly after?: ListPosition | undefined;
  /** 1 to 200. */
  readonly limit: number;
}

/** Longest text to search for, in UTF-16 code units. */
const maximumSearchLength = 200;

/** @throws InvalidInputError when the place where the page begins is none, or is given twice. */
export function checkListQuery({ offset, after, ...filter }: ListQuery): void {
  checkListFilter(filter);
  if (offset === undefined) return;
  if (after !== undefined) throw new InvalidInputError("A page begins at an offset or after a position, not both.");
  if (Number.isSafeInteger(offset) && offset >= 0) return;
  throw new InvalidInputError(`The offset is ${offset}; it must be a whole number from 0.`);
}

/** @throws InvalidInputError when the text to search for is empty or too long. */
export function checkListFilter({ search }: ListFilter): void {
  if (search !== undefined) checkLength("text to search for", search, maximumSearchLength);
}
