import type { Command } from "commander";
import type { CommandContext } from "../command-line/command-context.ts";
import { examples } from "../command-line/examples.ts";
import { addPlaceOptions } from "../command-line/shared-options.ts";
import type { ConfigOptions } from "./config-options.ts";

/** Adds `keyturn config`. */
export function addConfigCommand(program: Command, { terminal, choose }: CommandContext): void {
  addPlaceOptions(program.command("config").description("print the settings in force, and where each comes from"))
    .option("--json", "print JSON")
    .addHelpText("after", examples(["keyturn config", "secrets are shown as set, never with their value"]))
    .action((options: ConfigOptions) => {
      choose(async () => {
        const { printConfiguration } = await import("./print-configuration.ts");
        return printConfiguration(options, terminal);
      });
    });
}
