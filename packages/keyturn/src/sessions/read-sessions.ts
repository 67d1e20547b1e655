import type { GatewayClient, WireSession, WireSessionQuery } from "@keyturn/gateway/client";
import { type ExitCode, exitCodes } from "../command-line/exit-codes.ts";
import type { Terminal } from "../command-line/terminal.ts";
import { formatSessions } from "./session-table.ts";
import type { ListingOptions, ReadingOptions } from "./sessions-options.ts";
import { formatTranscript } from "./transcript-text.ts";
import { withSessions } from "./with-sessions.ts";

/** Most that one page of the API holds. */
const pageLength = 200;

/** `keyturn sessions list` */
export async function listSessions(
  { json, limit, search, adapter, state, ...options }: ListingOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const query = { q: search, adapter, state };
  const { items, hasMore } = await withSessions(options, terminal, (client) => readList(client, limit, query));
  if (json === true) {
    terminal.print(JSON.stringify({ items, hasMore }, undefined, 2));
    return exitCodes.done;
  }
  if (items.length === 0) {
    const isFiltered = Object.values(query).some((value) => value !== undefined);
    terminal.print(isFiltered ? "There are no such sessions." : "There are no sessions yet.");
    return exitCodes.done;
  }
  for (const line of formatSessions(items, Date.now(), terminal.columns)) terminal.print(line);
  if (hasMore) terminal.printError(`There are more: --limit ${limit * 2} shows further ones.`);
  return exitCodes.done;
}

/** `keyturn sessions show` */
export async function showSession(
  id: string,
  { json, limit, ...options }: ReadingOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const page = await withSessions(options, terminal, (client) =>
    client.messages(id, { limit: Math.min(limit, pageLength) }),
  );
  if (json === true) terminal.print(JSON.stringify(page, undefined, 2));
  else for (const line of formatTranscript(page, Date.now())) terminal.print(line);
  return exitCodes.done;
}

/** The most recently used sessions that a query asks for, as many as there are up to a limit. */
export async function readList(
  client: GatewayClient,
  limit: number,
  query: Omit<WireSessionQuery, "limit" | "cursor"> = {},
): Promise<{ readonly items: readonly WireSession[]; readonly hasMore: boolean }> {
  const items: WireSession[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.list({ ...query, limit: Math.min(limit - items.length, pageLength), cursor });
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && items.length < limit);
  return { items, hasMore: cursor !== undefined };
}
