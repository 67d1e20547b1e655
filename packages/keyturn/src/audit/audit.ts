import type { GatewayClient, WireAuditEntry, WireAuditQuery } from "@keyturn/gateway/client";
import { type ExitCode, exitCodes } from "../command-line/exit-codes.ts";
import type { Terminal } from "../command-line/terminal.ts";
import { withSessions } from "../sessions/with-sessions.ts";
import type { AuditOptions } from "./audit-options.ts";
import { formatAudit } from "./audit-table.ts";

/** Most that one page of the API holds. */
const pageLength = 200;

/** `keyturn audit` */
export async function showAudit(
  { json, limit, actor, operation, outcome, surface, session, since, until, ...options }: AuditOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const query = { actor, operation, outcome, surface, sessionId: session, since, until };
  const { items, hasMore } = await withSessions(options, terminal, (client) => readEntries(client, limit, query));
  if (json === true) {
    terminal.print(JSON.stringify({ items, hasMore }, undefined, 2));
    return exitCodes.done;
  }
  if (items.length === 0) {
    const isFiltered = Object.values(query).some((value) => value !== undefined);
    terminal.print(isFiltered ? "There are no such entries." : "There are no entries yet.");
    return exitCodes.done;
  }
  for (const line of formatAudit(items, terminal.columns)) terminal.print(line);
  if (hasMore) terminal.printError(`There are more: --limit ${limit * 2} shows further ones.`);
  return exitCodes.done;
}

/** The newest entries that a query asks for, as many as there are up to a limit. */
async function readEntries(
  client: GatewayClient,
  limit: number,
  query: Omit<WireAuditQuery, "limit" | "cursor">,
): Promise<{ readonly items: readonly WireAuditEntry[]; readonly hasMore: boolean }> {
  const items: WireAuditEntry[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.audit({ ...query, limit: Math.min(limit - items.length, pageLength), cursor });
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && items.length < limit);
  return { items, hasMore: cursor !== undefined };
}
