import { Argument, type Command } from "commander";
import type { CommandContext } from "../command-line/command-context.ts";
import { examples } from "../command-line/examples.ts";
import { addPlaceOptions } from "../command-line/shared-options.ts";
import type { ManifestOptions } from "./manifest-options.ts";

/** Adds `keyturn manifest`. */
export function addManifestCommand(program: Command, { terminal, choose }: CommandContext): void {
  addPlaceOptions(program.command("manifest").description("print what a chat service makes the bot's app from"))
    .addArgument(new Argument("<service>", "the chat service").choices(["slack"]))
    .option("--name <name>", "what the app is to be called (default: Keyturn)")
    .option("--url <address>", "where Slack reaches this bot, for HTTP mode (default: Socket Mode, which needs none)")
    .option("--oauth", "for workspaces that install the app, with the page that Slack leads back to")
    .option("--bot <name>", "one of slack.moreBots in place of the first bot")
    .option("--link", "print a link that opens Slack with it")
    .addHelpText(
      "after",
      examples(
        ["keyturn manifest slack", "for Socket Mode"],
        ["keyturn manifest slack --url https://bot.example.org", "for HTTP mode"],
        ["keyturn manifest slack --link", "open it in a browser, and click Create"],
      ),
    )
    .action((_service: string, options: ManifestOptions) => {
      choose(async () => {
        const { printSlackManifest } = await import("./slack-manifest.ts");
        return printSlackManifest(options, terminal);
      });
    });
}
