import type { Command } from "commander";
import type { CommandContext } from "../command-line/command-context.ts";
import { examples } from "../command-line/examples.ts";
import { addConnectionOptions } from "../command-line/shared-options.ts";
import type { ChatOptions } from "./chat-options.ts";

/** The conversation of whoever names none. */
const defaultConversation = "terminal";

/** Adds `keyturn chat`. */
export function addChatCommand(program: Command, { terminal, choose }: CommandContext): void {
  addConnectionOptions(program.command("chat").description("talk with a bot that runs"))
    .option("--conversation <name>", "which conversation to join or begin", defaultConversation)
    .addHelpText(
      "after",
      examples(
        ["keyturn chat", "Ctrl-C stops an answer; when there is none, it leaves"],
        ["keyturn chat --conversation work", "a conversation of its own"],
        ['echo "What is a lease?" | keyturn chat', "one question, one answer"],
      ),
    )
    .action((options: ChatOptions) => {
      choose(async () => {
        const { chat } = await import("./chat.ts");
        return chat(options, terminal);
      });
    });
}
