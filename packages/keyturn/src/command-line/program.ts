import { Command, CommanderError } from "commander";
import { addAuditCommand } from "../audit/audit-command.ts";
import { addChatCommand } from "../chat/chat-command.ts";
import { addConfigCommand } from "../configuration/config-command.ts";
import { addDeliveriesCommand } from "../deliveries/deliveries-command.ts";
import { addDoctorCommand } from "../doctor/doctor-command.ts";
import { addLoginCommand } from "../login/login-command.ts";
import { addManifestCommand } from "../manifest/manifest-command.ts";
import { addSchedulesCommand } from "../schedules/schedules-command.ts";
import { addSessionsCommand } from "../sessions/sessions-command.ts";
import { addStartCommand } from "../start/start-command.ts";
import { addTokensCommand } from "../tokens/tokens-command.ts";
import { readVersion } from "../version.ts";
import type { Action, CommandContext } from "./command-context.ts";
import { examples } from "./examples.ts";
import { type ExitCode, exitCodes } from "./exit-codes.ts";
import { reportFailure } from "./report-failure.ts";
import type { Terminal } from "./terminal.ts";

/**
 * The `keyturn` command: reads its arguments, does what they ask, and tells of failures.
 * @param parameters what follows the command's name.
 * @returns the exit code.
 */
export async function runCommandLine(parameters: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let chosen: Action | undefined;
  const program = createProgram({ terminal, choose: (action) => void (chosen = action) });
  try {
    program.parse([...parameters], { from: "user" });
    return chosen === undefined ? exitCodes.usage : await chosen();
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    return reportFailure(error, terminal);
  }
}

function createProgram(context: CommandContext): Command {
  const { terminal } = context;
  const program = new Command("keyturn")
    .description("A chat bot whose deleted conversations stay deleted.")
    .version(readVersion(), "-v, --version", "print the version")
    .helpOption("-h, --help", "show what a command takes")
    .helpCommand("help [command]", "show what a command takes")
    .showHelpAfterError("(--help shows what there is.)")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.write(text),
      writeErr: (text) => terminal.printError(text.trimEnd()),
    })
    .addHelpText(
      "after",
      examples(
        ["keyturn start", "run the bot, and talk with it here"],
        ["keyturn chat", "talk with a bot that runs"],
        ["keyturn sessions list", "see its conversations"],
        ["keyturn doctor", "see whether everything is in place"],
      ),
    );
  addStartCommand(program, context);
  addChatCommand(program, context);
  addSessionsCommand(program, context);
  addSchedulesCommand(program, context);
  addDeliveriesCommand(program, context);
  addAuditCommand(program, context);
  addLoginCommand(program, context);
  addTokensCommand(program, context);
  addConfigCommand(program, context);
  addDoctorCommand(program, context);
  addManifestCommand(program, context);
  return program;
}
