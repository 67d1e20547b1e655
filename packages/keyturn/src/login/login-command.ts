import { type Command, Option } from "commander";
import type { CommandContext } from "../command-line/command-context.ts";
import { examples } from "../command-line/examples.ts";
import { addConnectionOptions } from "../command-line/shared-options.ts";
import type { LoginOptions } from "./login-options.ts";

/** Adds `keyturn login`. */
export function addLoginCommand(program: Command, { terminal, choose }: CommandContext): void {
  addConnectionOptions(program.command("login").description("print a URL that logs a browser in once"))
    .option("--label <name>", "who is to log in, for the audit log (default: you)")
    .addOption(new Option("--role <role>", "what they may do (default: what you may)").choices(roles))
    .addHelpText(
      "after",
      examples(
        ["keyturn login", "log in yourself"],
        ["keyturn login --label Ana --role viewer", "let somebody look, under their own name"],
      ),
    )
    .action((options: LoginOptions) => {
      choose(async () => {
        const { login } = await import("./login.ts");
        return login(options, terminal);
      });
    });
}

const roles = ["viewer", "operator", "admin"];
