import type { SessionSummary } from "@keyturn/core";
import type { OpenGateway } from "./open-gateway.ts";

const actor = { kind: "operator", id: "picture", surface: "code" } as const;

/** More than any test makes of anything. */
const everything = 10_000;
const page = 200;

/**
 * All that a request can change, as lines that a test compares: sessions with their epochs, versions, fences, transcripts
 * and queues, runs, trash, schedules, plugins, settings, adapters, operations, tokens, logins, and what the audit log says
 * was done. Only what was refused may be written down meanwhile.
 */
export async function pictureOf(open: OpenGateway): Promise<readonly string[]> {
  const { bot } = open;
  const sessions = await bot.sessions.list({ limit: page }, actor);
  const asked = ["/operations", "/tokens", "/auth/sessions"].map(
    async (path) => `${path}: ${await listOf(open, path)}`,
  );
  return [
    ...(await Promise.all(sessions.map((session) => pictureOfSession(open, session)))).flat(),
    ...bot.runs().map(({ runId, epoch, isAborted, text }) => line("run", { runId, epoch, isAborted, text })),
    line("undelivered", await bot.sessions.undelivered({ limit: page }, actor)),
    line("trash", await bot.sessions.trash({ limit: page }, actor)),
    line("undoable", await bot.sessions.undoable()),
    line("schedules", await bot.schedules.list(actor, {})),
    line("plugins", bot.plugins),
    line("settings", [bot.settings.version, bot.settings.current]),
    line("adapters", bot.adapters),
    ...(await Promise.all(asked)),
    line("done", await bot.audit(everything, { outcome: "done" })),
  ];
}

async function pictureOfSession({ bot }: OpenGateway, session: SessionSummary): Promise<readonly string[]> {
  const { id } = session;
  return [
    line("session", session),
    line(`transcript of ${id}`, (await bot.sessions.export(id, actor)).entries),
    line(`queue of ${id}`, await bot.sessions.waiting(id, actor)),
  ];
}

/** Without the times that asking itself moves on: when the list was made, when a token was last used. */
async function listOf(open: OpenGateway, path: string): Promise<string> {
  return (await open.ask("GET", path)).text.replaceAll(/"(?:asOf|lastUsedAt)":(?:null|"[^"]*"),?/g, "");
}

function line(what: string, value: unknown): string {
  return `${what}: ${JSON.stringify(value)}`;
}
