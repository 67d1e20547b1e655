import { type Command, Option } from "commander";
import type { CommandContext } from "../command-line/command-context.ts";
import { examples } from "../command-line/examples.ts";
import { readLimit } from "../command-line/read-limit.ts";
import { addConnectionOptions } from "../command-line/shared-options.ts";
import type { AuditOptions } from "./audit-options.ts";

/** Adds `keyturn audit`. It asks the bot that runs; where none runs, it reads the files itself. */
export function addAuditCommand(program: Command, { terminal, choose }: CommandContext): void {
  addConnectionOptions(program.command("audit").description("show who asked for what, and how it ended"))
    .option("--limit <number>", "how many entries, the newest", readLimit, 50)
    .option("--actor <id>", "what this person, token or task asked for")
    .option("--operation <name>", "such as session.delete")
    .addOption(new Option("--outcome <outcome>", "what ended like this").choices(outcomes))
    .option("--surface <name>", "what was asked for there, such as command-line or discord")
    .option("--session <id>", "what this session was asked")
    .option("--since <time>", "not before this, such as 2026-01-31T08:00:00Z")
    .option("--until <time>", "before this")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      examples(
        ["keyturn audit --operation session.delete", "who deleted what"],
        ["keyturn audit --outcome denied", "what was refused"],
        ["keyturn audit --session s_2uYbHqkGv1E0n8mJc4tXWg --json", "one session's, for machines"],
      ),
    )
    .action((options: AuditOptions) => {
      choose(async () => {
        const { showAudit } = await import("./audit.ts");
        return showAudit(options, terminal);
      });
    });
}

const outcomes = ["done", "denied", "nothing to do", "failed"] as const satisfies readonly AuditOptions["outcome"][];
