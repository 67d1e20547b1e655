import type { ApiArguments } from "./api-arguments.ts";
import { ApiError } from "./api-error.ts";

/** Part of a list, and the cursor of what follows; an empty one at the end. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string;
}

/**
 * Cuts the part of a list that a call asks for with `cursor` and `limit`.
 * @throws ApiError `invalid_cursor`, `invalid_limit`.
 */
export function pageOf<Item>(all: readonly Item[], args: ApiArguments, defaultLimit: number): Page<Item> {
  const limit = args.number("limit") ?? defaultLimit;
  if (limit < 1 || limit > 1_000) throw new ApiError("invalid_limit");
  const start = startOf(args.text("cursor"));
  const end = start + limit;
  const next = end < all.length ? Buffer.from(`next:${end}`).toString("base64") : "";
  return { items: all.slice(start, end), next };
}

function startOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const start = /^next:(\d+)$/.exec(Buffer.from(cursor, "base64").toString())?.[1];
  if (start === undefined) throw new ApiError("invalid_cursor");
  return Number(start);
}
