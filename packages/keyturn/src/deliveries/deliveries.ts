import { describeError } from "@keyturn/core";
import type { GatewayClient, WireDelivery, WireDeliveryQuery } from "@keyturn/gateway/client";
import { type ExitCode, exitCodeOf, exitCodes } from "../command-line/exit-codes.ts";
import type { Terminal } from "../command-line/terminal.ts";
import { withSessions } from "../sessions/with-sessions.ts";
import type { DeliveriesOptions, ListingOptions } from "./deliveries-options.ts";
import { formatDeliveries } from "./delivery-table.ts";

/** Most that one page of the API holds. */
const pageLength = 200;

/** `keyturn deliveries list` */
export async function listDeliveries(
  { json, limit, state, ...options }: ListingOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { items, hasMore } = await withSessions(options, terminal, (client) => readAll(client, limit, { state }));
  if (json === true) {
    terminal.print(JSON.stringify({ items, hasMore }, undefined, 2));
    return exitCodes.done;
  }
  if (items.length === 0) terminal.print("Nothing waits for a decision.");
  else for (const line of formatDeliveries(items, Date.now(), terminal.columns)) terminal.print(line);
  if (hasMore) terminal.printError(`There are more: --limit ${limit * 2} shows further ones.`);
  return exitCodes.done;
}

/** `keyturn deliveries resend` and `dismiss`: each piece by itself, so that one which fails keeps none of the others. */
export async function decideDeliveries(
  decision: "resend" | "dismiss",
  ids: readonly string[],
  { json, ...options }: DeliveriesOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  return withSessions(options, terminal, async (client) => {
    const { items } = await readAll(client, Number.POSITIVE_INFINITY, {});
    const results: { readonly id: string; readonly outcome?: string; readonly error?: string }[] = [];
    let worst: ExitCode = exitCodes.done;
    for (const id of ids) {
      const seen = items.find((item) => item.id === id);
      try {
        if (seen === undefined) {
          results.push({ id, error: "No such piece waits for a decision; `list` shows those that do." });
          worst = exitCodes.notFound;
        } else {
          await client.deliveries[decision](seen);
          results.push({ id, outcome: describe(decision, seen) });
        }
      } catch (error) {
        results.push({ id, error: describeError(error) });
        worst = exitCodeOf(error);
      }
    }
    if (json === true) terminal.print(JSON.stringify({ results }, undefined, 2));
    else {
      for (const { id, outcome, error } of results) {
        if (error === undefined) terminal.print(`${id}: ${outcome ?? "done"}`);
        else terminal.printError(`keyturn: ${id}: ${error}`);
      }
    }
    return worst;
  });
}

function describe(decision: "resend" | "dismiss", { state }: WireDelivery): string {
  if (decision === "dismiss") return "dismissed, it is never sent again";
  return state === "failed" ? "is sent again" : "is sent again; if it had arrived, look whether it is there twice";
}

/** The pieces that wait, as many as there are up to a limit. */
async function readAll(
  client: GatewayClient,
  limit: number,
  query: Pick<WireDeliveryQuery, "state">,
): Promise<{ readonly items: readonly WireDelivery[]; readonly hasMore: boolean }> {
  const items: WireDelivery[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.deliveries.list({ ...query, limit: Math.min(limit - items.length, pageLength), cursor });
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && items.length < limit);
  return { items, hasMore: cursor !== undefined };
}
