import { type Command, Option } from "commander";
import type { CommandContext } from "../command-line/command-context.ts";
import { examples } from "../command-line/examples.ts";
import { readLimit } from "../command-line/read-limit.ts";
import { addConnectionOptions } from "../command-line/shared-options.ts";
import type {
  ChangingOptions,
  ExportingOptions,
  ImportingOptions,
  ListingOptions,
  ReadingOptions,
} from "./sessions-options.ts";

/** Adds `keyturn sessions` with its commands. They ask the bot that runs; where none runs, they open the store themselves. */
export function addSessionsCommand(program: Command, context: CommandContext): void {
  const sessions = program
    .command("sessions")
    .description("look after conversations, whether or not the bot runs")
    .addHelpText(
      "after",
      examples(
        ["keyturn sessions list", "the most recently used first"],
        ["keyturn sessions show s_2uYbHqkGv1E0n8mJc4tXWg", "one, with what was said"],
        ["keyturn sessions delete s_2uYbHqkGv1E0n8mJc4tXWg", "for good, also while an answer is being written"],
        ["keyturn sessions list --json | jq '.items[].id'", "for machines"],
      ),
    );
  addReadingCommands(sessions, context);
  addTransferCommands(sessions, context);
  addChangingCommands(sessions, context);
}

function addReadingCommands(sessions: Command, { terminal, choose }: CommandContext): void {
  addSessionsOptions(sessions.command("list").description("list sessions, the most recently used first"))
    .option("--limit <number>", "how many", readLimit, 50)
    .option("--search <text>", "those with this in title, person, place, thread or preview")
    .option("--adapter <name>", "those of one channel adapter, such as webchat")
    .addOption(new Option("--state <state>", "those in a state").choices(sessionStates))
    .addHelpText(
      "after",
      examples(
        ["keyturn sessions list --search ana --state failed", "where an answer to Ana did not arrive"],
        ["keyturn sessions list --limit 1000 --json", "for machines"],
      ),
    )
    .action((options: ListingOptions) => {
      choose(async () => {
        const { listSessions } = await import("./read-sessions.ts");
        return listSessions(options, terminal);
      });
    });
  addSessionsOptions(sessions.command("show").description("show a session and what was said in it"))
    .argument("<id>", "the session, as `list` shows it")
    .option("--limit <number>", "how many entries, the newest", readLimit, 50)
    .addHelpText("after", examples(["keyturn sessions show s_2uYbHqkGv1E0n8mJc4tXWg --limit 10", "the end of it"]))
    .action((id: string, options: ReadingOptions) => {
      choose(async () => {
        const { showSession } = await import("./read-sessions.ts");
        return showSession(id, options, terminal);
      });
    });
}

function addTransferCommands(sessions: Command, { terminal, choose }: CommandContext): void {
  addSessionsOptions(sessions.command("export").description("print whole sessions, to keep or to read"))
    .argument("<ids...>", "the sessions")
    .addOption(
      new Option("--format <format>", "json, one session a line; jsonl, one entry a line; md, to read")
        .choices(exportFormats)
        .default("json"),
    )
    .addHelpText(
      "after",
      examples(
        ["keyturn sessions export s_2uYbHqkGv1E0n8mJc4tXWg > kept.json", "keep a copy"],
        ["keyturn sessions export s_2uYbHqkGv1E0n8mJc4tXWg --format md > talk.md", "for people"],
      ),
    )
    .action((ids: readonly string[], options: ExportingOptions) => {
      choose(async () => {
        const { exportSessions } = await import("./transfer-sessions.ts");
        return exportSessions(ids, options, terminal);
      });
    });
  addSessionsOptions(sessions.command("import").description("make a new session of one that was exported"))
    .argument("<file>", "what `export` wrote, as json or jsonl")
    .option("--key <key>", "another session key than the exported one's: adapter/account/place")
    .addHelpText(
      "after",
      examples(
        ["keyturn sessions import kept.json", "where the conversation was"],
        ["keyturn sessions import kept.json --key webchat/web/copy", "beside it"],
      ),
    )
    .action((file: string, options: ImportingOptions) => {
      choose(async () => {
        const { importSession } = await import("./transfer-sessions.ts");
        return importSession(file, options, terminal);
      });
    });
}

/** Named here as well as in the API: loading that only for its words would slow every start down. */
const sessionStates = ["running", "waiting", "idle", "failed"] as const satisfies readonly ListingOptions["state"][];

/** Named here as well for the same reason. */
const exportFormats = ["json", "jsonl", "md"] as const satisfies readonly ExportingOptions["format"][];

const changes = [
  ["stop", "end the answer that is being written, and keep the conversation"],
  ["reset", "empty sessions and keep their settings"],
  ["delete", "remove sessions; it can be undone for a while"],
  ["restore", "undo the newest reset, or the delete, of sessions"],
] as const;

function addChangingCommands(sessions: Command, { terminal, choose }: CommandContext): void {
  for (const [change, description] of changes) {
    const command = addSessionsOptions(sessions.command(change).description(description))
      .argument("[ids...]", "the sessions; without any, a terminal lets you choose")
      .option("--reason <text>", "why, for the audit log");
    if (change === "restore") command.option("--copy", "as new sessions, beside whatever has taken their place");
    command
      .addHelpText(
        "after",
        examples([`keyturn sessions ${change} s_2uYbHqkGv1E0n8mJc4tXWg --reason "asked for"`, "one"]),
      )
      .action((ids: readonly string[], options: ChangingOptions) => {
        choose(async () => {
          const { changeSessions } = await import("./change-sessions.ts");
          return changeSessions(change, ids, options, terminal);
        });
      });
  }
}

function addSessionsOptions(command: Command): Command {
  return addConnectionOptions(command).option("--json", "print JSON");
}
