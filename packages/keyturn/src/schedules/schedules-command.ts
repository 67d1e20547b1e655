import { type Command, Option } from "commander";
import type { CommandContext } from "../command-line/command-context.ts";
import { examples } from "../command-line/examples.ts";
import { addConnectionOptions } from "../command-line/shared-options.ts";
import type { CreatingOptions, ListingOptions, SchedulesOptions } from "./schedules-options.ts";

/** Adds `keyturn schedules` with its commands. They ask the bot that runs; where none runs, they open its files themselves. */
export function addSchedulesCommand(program: Command, context: CommandContext): void {
  const schedules = program
    .command("schedules")
    .description("send messages to conversations by the clock")
    .addHelpText(
      "after",
      examples(
        ["keyturn schedules list", "see them, and when they run next"],
        ['keyturn schedules create s_… "What is new?" --name News --cron "0 9 * * MON-FRI"', "each workday at nine"],
        ["keyturn schedules pause c_…", "until it is resumed"],
      ),
    );
  addListCommand(schedules, context);
  addCreateCommand(schedules, context);
  addChangingCommand(schedules, context, "pause", "let schedules rest until they are resumed");
  addChangingCommand(schedules, context, "resume", "let paused schedules run again, from now on");
  addChangingCommand(schedules, context, "run", "run schedules now, paused or not");
  addChangingCommand(schedules, context, "delete", "delete schedules, for good");
}

function addListCommand(schedules: Command, { terminal, choose }: CommandContext): void {
  addSchedulesOptions(schedules.command("list").description("list schedules, with their newest and next runs"))
    .option("--session <id>", "only those of this session's conversation")
    .addHelpText("after", examples(["keyturn schedules list --json", "for machines"]))
    .action((options: ListingOptions) => {
      choose(async () => {
        const { listSchedules } = await import("./schedules.ts");
        return listSchedules(options, terminal);
      });
    });
}

function addCreateCommand(schedules: Command, { terminal, choose }: CommandContext): void {
  addSchedulesOptions(schedules.command("create").description("make a schedule, and print its id"))
    .argument("<session>", "the session whose conversation it is for")
    .argument("<text>", "what the conversation is sent")
    .requiredOption("--name <name>", "what people call it")
    .requiredOption("--cron <expression>", "minute, hour, day of month, month, day of week")
    .option("--time-zone <name>", "such as Europe/Berlin (default: that of the bot's machine)")
    .addOption(
      new Option("--missed <rule>", "what becomes of runs while the bot is down")
        .choices(["skip", "once"])
        .default("skip"),
    )
    .option("--paused", "make it paused")
    .addHelpText(
      "after",
      examples(['keyturn schedules create s_… "Water the plants" --name Plants --cron "0 18 * * 1,4"', "twice a week"]),
    )
    .action((session: string, text: string, options: CreatingOptions) => {
      choose(async () => {
        const { createSchedule } = await import("./schedules.ts");
        return createSchedule(session, text, options, terminal);
      });
    });
}

function addChangingCommand(
  schedules: Command,
  { terminal, choose }: CommandContext,
  name: "pause" | "resume" | "run" | "delete",
  description: string,
): void {
  addSchedulesOptions(schedules.command(name).description(description))
    .argument("<ids...>", "the schedules, as `list` shows them")
    .addHelpText("after", examples([`keyturn schedules ${name} c_2uYbHqkGv1E0n8mJc4tXWg`, "one"]))
    .action((ids: readonly string[], options: SchedulesOptions) => {
      choose(async () => {
        const { changeSchedules, scheduleWorks } = await import("./schedules.ts");
        return changeSchedules(scheduleWorks[name], ids, options, terminal);
      });
    });
}

function addSchedulesOptions(command: Command): Command {
  return addConnectionOptions(command).option("--json", "print JSON");
}
