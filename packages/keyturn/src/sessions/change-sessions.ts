import { ConfigurationError, describeError } from "@keyturn/core";
import type {
  GatewayClient,
  RestoreOptions,
  WireDeletion,
  WireReset,
  WireSession,
  WireStop,
} from "@keyturn/gateway/client";
import { type ExitCode, exitCodeOf, exitCodes } from "../command-line/exit-codes.ts";
import type { Terminal } from "../command-line/terminal.ts";
import { readList } from "./read-sessions.ts";
import type { ChangingOptions } from "./sessions-options.ts";
import { withSessions } from "./with-sessions.ts";
import type { Change } from "./change.ts";

type Outcome = WireStop | WireReset | WireDeletion | WireSession;

/** What became of one session. */
interface Changed {
  readonly id: string;
  readonly outcome?: Outcome;
  readonly error?: string;
  readonly exitCode: ExitCode;
}

/** `keyturn sessions stop|reset|delete|restore`: each session by itself, so that one which fails keeps none of the others. */
export async function changeSessions(
  change: Change,
  ids: readonly string[],
  { json, reason, copy, ...options }: ChangingOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  if (ids.length === 0 && !terminal.isInteractive) {
    throw new ConfigurationError(
      `Name the sessions to ${change}: keyturn sessions ${change} <id>. "list" shows their ids.`,
    );
  }
  return withSessions(options, terminal, async (client) => {
    const chosen = ids.length > 0 ? ids : await chooseSessions(change, client);
    const results: Changed[] = [];
    const as = copy === true ? "copy" : undefined;
    for (const id of chosen) results.push(await changeOne(change, id, client, { reason, as }));
    if (json === true) terminal.print(JSON.stringify({ results: results.map(withoutExitCode) }, undefined, 2));
    else for (const result of results) print(result, terminal);
    const codes = results.map(({ exitCode }) => exitCode);
    return (
      codes.find((code) => code === exitCodes.failed) ?? codes.find((code) => code !== exitCodes.done) ?? exitCodes.done
    );
  });
}

async function changeOne(
  change: Change,
  id: string,
  client: GatewayClient,
  { reason = "asked for on the command line", as }: Pick<RestoreOptions, "reason" | "as">,
): Promise<Changed> {
  try {
    return { id, outcome: await client[change](id, { reason, as }), exitCode: exitCodes.done };
  } catch (error) {
    return { id, error: describeError(error), exitCode: exitCodeOf(error) };
  }
}

async function chooseSessions(change: Change, client: GatewayClient): Promise<readonly string[]> {
  const { chooseFromList } = await import("./choose-from-list.ts");
  const { items } = await readList(client, 200);
  return chooseFromList(change, items);
}

function withoutExitCode({ id, outcome, error }: Changed): Omit<Changed, "exitCode"> {
  return outcome === undefined ? { id, error: error ?? "it failed" } : { id, outcome };
}

function print({ id, outcome, error }: Changed, terminal: Terminal): void {
  if (outcome !== undefined) terminal.print(`${id}: ${describeOutcome(outcome)}`);
  else terminal.printError(`keyturn: ${id}: ${error ?? "it failed"}`);
}

function describeOutcome(outcome: Outcome): string {
  if ("entries" in outcome)
    return `${restoredAs(outcome)}, ${outcome.entries} ${outcome.entries === 1 ? "entry" : "entries"}`;
  if (!("outcome" in outcome)) return outcome.stoppedRunId === null ? "nothing was running" : "stopped";
  if (outcome.outcome === "already-deleted") return `was deleted already, at ${outcome.deletedAt}`;
  const { stoppedRunId, removedEntries, discardedMessages, undoUntil } = outcome;
  const details = [
    `${removedEntries} ${removedEntries === 1 ? "entry" : "entries"} removed`,
    ...(discardedMessages === 0 ? [] : [`${discardedMessages} unanswered`]),
    ...(stoppedRunId === null ? [] : ["the answer that was being written is stopped"]),
    ...(undoUntil === null ? [] : [`"restore" undoes it until ${undoUntil}`]),
  ];
  return `${outcome.outcome === "reset" ? "reset" : "deleted"} (${details.join(", ")})`;
}

function restoredAs({ id, key }: WireSession): string {
  return key.adapter === "copy" ? `copied to ${id}` : "restored";
}
