import { describeError } from "@keyturn/core";
import type { GatewayClient, WireSchedule } from "@keyturn/gateway/client";
import { type ExitCode, exitCodeOf, exitCodes } from "../command-line/exit-codes.ts";
import type { Terminal } from "../command-line/terminal.ts";
import { withSessions } from "../sessions/with-sessions.ts";
import { formatSchedules } from "./schedule-table.ts";
import type { CreatingOptions, ListingOptions, SchedulesOptions } from "./schedules-options.ts";

/** `keyturn schedules list` */
export async function listSchedules(
  { json, session, ...options }: ListingOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const query = { sessionId: session };
  const { items } = await withSessions(options, terminal, (client) => client.schedules.list(query));
  if (json === true) terminal.print(JSON.stringify({ items }, undefined, 2));
  else if (items.length === 0) terminal.print("There are no schedules yet.");
  else for (const line of formatSchedules(items, Date.now(), terminal.columns)) terminal.print(line);
  return exitCodes.done;
}

/** `keyturn schedules create`: prints the id, so that it can go into another command. */
export async function createSchedule(
  sessionId: string,
  text: string,
  { json, name, cron, timeZone, missed, paused, ...options }: CreatingOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const wish = { sessionId, name, cron, timeZone, text, missed, isPaused: paused };
  const made = await withSessions(options, terminal, (client) => client.schedules.create(wish));
  if (json === true) terminal.print(JSON.stringify(made, undefined, 2));
  else terminal.print(made.id);
  if (json !== true) terminal.printError(describeNext(made));
  return exitCodes.done;
}

/** What a command does to one schedule, in the words that are printed. */
type Work = (client: GatewayClient, id: string) => Promise<string>;

/** `keyturn schedules pause`, `resume`, `run` and `delete`. */
export const scheduleWorks: Readonly<Record<"pause" | "resume" | "run" | "delete", Work>> = {
  pause: async (client, id) => describeNext(await setPaused(client, id, true)),
  resume: async (client, id) => describeNext(await setPaused(client, id, false)),
  async run(client, id) {
    const { messageId } = await client.schedules.run(id);
    return `handed in as message ${messageId}`;
  },
  async delete(client, id) {
    await client.schedules.delete(id);
    return "deleted, it never runs again";
  },
};

/** Does something to schedules: each by itself, so that one which fails keeps none of the others. */
export async function changeSchedules(
  work: Work,
  ids: readonly string[],
  { json, ...options }: SchedulesOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  return withSessions(options, terminal, async (client) => {
    const results: { readonly id: string; readonly outcome?: string; readonly error?: string }[] = [];
    let worst: ExitCode = exitCodes.done;
    for (const id of ids) {
      try {
        results.push({ id, outcome: await work(client, id) });
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

/** Somebody else's change in between is theirs to look at: it is not overwritten. */
async function setPaused(client: GatewayClient, id: string, isPaused: boolean): Promise<WireSchedule> {
  const seen = await client.schedules.read(id);
  return seen.isPaused === isPaused ? seen : client.schedules.update(id, seen, { isPaused });
}

function describeNext({ isPaused, nextRunAt, timeZone }: WireSchedule): string {
  return isPaused ? "paused" : `runs next at ${nextRunAt ?? "no time"} (its times are those of ${timeZone})`;
}
