import { Argument, type Command } from "commander";
import type { CommandContext } from "../command-line/command-context.ts";
import { examples } from "../command-line/examples.ts";
import { addPlaceOptions } from "../command-line/shared-options.ts";
import type { ConfigurationFlags } from "../configuration/load-configuration.ts";
import { type DoctorPart, doctorParts } from "./doctor-parts.ts";

/** Adds `keyturn doctor`. */
export function addDoctorCommand(program: Command, { terminal, choose }: CommandContext): void {
  addPlaceOptions(program.command("doctor").description("see whether everything is in place for a start"))
    .addArgument(new Argument("[part]", "look at this alone").choices(doctorParts))
    .option("-p, --port <number>", "port to look at")
    .option("--host <address>", "address to look at")
    .option("-m, --model <provider/model>", "model to look at")
    .option("--store <kind>", "lowdb or memory")
    .addHelpText(
      "after",
      examples(
        ["keyturn doctor", "each line is ✓, or ✗ with what to do"],
        ["keyturn doctor discord", "token, intents, permissions, commands, and the link that invites the bot"],
        ["keyturn doctor slack", "tokens, scopes, socket or address, channels, commands and the clock"],
      ),
    )
    .action((part: DoctorPart | undefined, options: ConfigurationFlags) => {
      choose(async () => {
        const { examine } = await import("./doctor.ts");
        return examine(part, options, terminal);
      });
    });
}
