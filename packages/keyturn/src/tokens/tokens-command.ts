import { type Command, Option } from "commander";
import type { CommandContext } from "../command-line/command-context.ts";
import { examples } from "../command-line/examples.ts";
import { addConnectionOptions } from "../command-line/shared-options.ts";
import type { CreatingOptions, TokensOptions } from "./tokens-options.ts";

const roles = ["viewer", "operator", "admin"];

/** Adds `keyturn tokens` with its commands. They ask the bot that runs; where none runs, they open its files themselves. */
export function addTokensCommand(program: Command, { terminal, choose }: CommandContext): void {
  const tokens = program
    .command("tokens")
    .description("give people and programs tokens of their own, and take them back")
    .addHelpText(
      "after",
      examples(
        ["keyturn tokens create Ana --role operator", "for a person"],
        ["keyturn tokens create backup > token.txt", "for a program that only reads"],
        ["keyturn tokens revoke t_k3Jx0Q9bTz1M", "at once, with the logins that came from it"],
      ),
    );
  addTokensOptions(tokens.command("list").description("list access tokens, revoked ones included"))
    .addHelpText("after", examples(["keyturn tokens list --json", "for machines"]))
    .action((options: TokensOptions) => {
      choose(async () => {
        const { listTokens } = await import("./tokens.ts");
        return listTokens(options, terminal);
      });
    });
  addTokensOptions(tokens.command("create").description("make an access token, and print it once"))
    .argument("<label>", "whose it is, or what for")
    .addOption(new Option("--role <role>", "what it allows").choices(roles).default("viewer"))
    .addHelpText("after", examples(["keyturn tokens create Ana --role admin", "for somebody who runs the bot"]))
    .action((label: string, options: CreatingOptions) => {
      choose(async () => {
        const { createToken } = await import("./tokens.ts");
        return createToken(label, options, terminal);
      });
    });
  addTokensOptions(tokens.command("revoke").description("take access tokens back, at once"))
    .argument("<ids...>", "the tokens, as `list` shows them")
    .addHelpText("after", examples(["keyturn tokens revoke t_k3Jx0Q9bTz1M", "one"]))
    .action((ids: readonly string[], options: TokensOptions) => {
      choose(async () => {
        const { revokeTokens } = await import("./tokens.ts");
        return revokeTokens(ids, options, terminal);
      });
    });
}

function addTokensOptions(command: Command): Command {
  return addConnectionOptions(command).option("--json", "print JSON");
}
