import type { Command } from "commander";
import type { CommandContext } from "../command-line/command-context.ts";
import { examples } from "../command-line/examples.ts";
import { addPlaceOptions } from "../command-line/shared-options.ts";
import type { StartOptions } from "./start-options.ts";

/** Adds `keyturn start`. */
export function addStartCommand(program: Command, { terminal, choose }: CommandContext): void {
  addPlaceOptions(program.command("start").description("run the bot until it is told to end"))
    .option("-p, --port <number>", "port to listen on, 0 for any that is free (default: 7420)")
    .option("--host <address>", "address to listen on (default: 127.0.0.1)")
    .option("-m, --model <provider/model>", "model that answers (default: offline/eliza)")
    .option("--store <kind>", "lowdb keeps conversations in the data folder, memory forgets them (default: lowdb)")
    .option("--log-level <level>", "debug, info, warn, error or silent (default: info, and warn in a terminal)")
    .option("--no-chat", "do not offer the conversation in this terminal")
    .addHelpText(
      "after",
      examples(
        ["keyturn start", "on the offline model, without an account"],
        ["keyturn start --model openai/gpt-5 --port 8080", "needs OPENAI_API_KEY"],
        [
          "keyturn start -m openai-compatible/llama3.2",
          "with Ollama, at OPENAI_COMPATIBLE_URL=http://localhost:11434/v1",
        ],
      ),
    )
    .action((options: StartOptions) => {
      choose(async () => {
        const { start } = await import("./start.ts");
        return start(options, terminal);
      });
    });
}
