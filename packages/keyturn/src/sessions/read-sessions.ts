import type { GatewayClient, WireSession } from "@keyturn/gateway/client";
import { type ExitCode, exitCodes } from "../command-line/exit-codes.ts";
import type { Terminal } from "../command-line/terminal.ts";
import { formatSessions } from "./session-table.ts";
import type { ReadingOptions, SessionsOptions } from "./sessions-options.ts";
import { formatTranscript } from "./transcript-text.ts";
import { withSessions } from "./with-sessions.ts";

/** Most that one page of the API holds. */
const pageLength = 200;

/** `keyturn sessions list` */
export async function listSessions({ json, limit, ...options }: ReadingOptions, terminal: Terminal): Promise<ExitCode> {
  const { items, hasMore } = await withSessions(options, terminal, (client) => readList(client, limit));
  if (json === true) {
    terminal.print(JSON.stringify({ items, hasMore }, undefined, 2));
    return exitCodes.done;
  }
  if (items.length === 0) {
    terminal.print("There are no sessions yet.");
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

/** `keyturn sessions export` */
export async function exportSessions(
  ids: readonly string[],
  options: SessionsOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  return withSessions(options, terminal, async (client) => {
    for (const id of ids) terminal.print(JSON.stringify(await client.export(id)));
    return exitCodes.done;
  });
}

/** The most recently used sessions, as many as there are up to a limit. */
export async function readList(
  client: GatewayClient,
  limit: number,
): Promise<{ readonly items: readonly WireSession[]; readonly hasMore: boolean }> {
  const items: WireSession[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.list({ limit: Math.min(limit - items.length, pageLength), cursor });
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && items.length < limit);
  return { items, hasMore: cursor !== undefined };
}
