import { type Command, Option } from "commander";
import type { CommandContext } from "../command-line/command-context.ts";
import { examples } from "../command-line/examples.ts";
import { readLimit } from "../command-line/read-limit.ts";
import { addConnectionOptions } from "../command-line/shared-options.ts";
import type { DeliveriesOptions, ListingOptions } from "./deliveries-options.ts";

/** Adds `keyturn deliveries` with its commands. They ask the bot that runs; where none runs, they open its files themselves. */
export function addDeliveriesCommand(program: Command, context: CommandContext): void {
  const deliveries = program
    .command("deliveries")
    .description("see to answers that did not arrive")
    .addHelpText(
      "after",
      examples(
        ["keyturn deliveries list", "what failed, and what nobody knows to have arrived"],
        ["keyturn deliveries resend d_…", "send it again, in its place"],
        ["keyturn deliveries dismiss d_…", "take it off the list"],
      ),
    );
  addListCommand(deliveries, context);
  addDecidingCommand(deliveries, context, "resend", "send pieces again; an unconfirmed one may be there already");
  addDecidingCommand(deliveries, context, "dismiss", "take pieces off the list; the transcript stays");
}

function addListCommand(deliveries: Command, { terminal, choose }: CommandContext): void {
  addDeliveriesOptions(deliveries.command("list").description("list pieces that wait for a decision"))
    .addOption(new Option("--state <state>", "only those that are so").choices(states))
    .option("--limit <number>", "how many", readLimit, 50)
    .addHelpText("after", examples(["keyturn deliveries list --state unconfirmed", "look for these in their channel"]))
    .action((options: ListingOptions) => {
      choose(async () => {
        const { listDeliveries } = await import("./deliveries.ts");
        return listDeliveries(options, terminal);
      });
    });
}

function addDecidingCommand(
  deliveries: Command,
  { terminal, choose }: CommandContext,
  name: "resend" | "dismiss",
  description: string,
): void {
  addDeliveriesOptions(deliveries.command(name).description(description))
    .argument("<ids...>", "the pieces, as `list` shows them")
    .addHelpText("after", examples([`keyturn deliveries ${name} d_2uYbHqkGv1E0n8mJc4tXWg`, "one"]))
    .action((ids: readonly string[], options: DeliveriesOptions) => {
      choose(async () => {
        const { decideDeliveries } = await import("./deliveries.ts");
        return decideDeliveries(name, ids, options, terminal);
      });
    });
}

function addDeliveriesOptions(command: Command): Command {
  return addConnectionOptions(command).option("--json", "print JSON");
}

const states = ["failed", "unconfirmed"] as const satisfies readonly ListingOptions["state"][];
