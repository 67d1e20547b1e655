import { ConfigurationError } from "@keyturn/core";
import type { GatewayClient } from "@keyturn/gateway/client";
import { type ExitCode, exitCodes } from "../command-line/exit-codes.ts";
import type { Terminal } from "../command-line/terminal.ts";
import { findBot } from "../running-bot/connection.ts";
import type { ChatOptions } from "./chat-options.ts";
import { Conversation } from "./conversation.ts";
import { LiveView } from "./live-view.ts";
import { PipedLines } from "./piped-lines.ts";
import { PlainView } from "./plain-view.ts";
import { TypedLines } from "./typed-lines.ts";

/** `keyturn chat`: a conversation with a bot that runs. Fails when an answer of a pipe did. */
export async function chat({ conversation: name, ...options }: ChatOptions, terminal: Terminal): Promise<ExitCode> {
  const { client, configuration } = await findBot(options, terminal);
  if (client === undefined) {
    throw new ConfigurationError(
      `No bot runs with the data folder ${configuration.data}. Start one: ${terminal.command} start. Or name one with --url.`,
    );
  }
  const conversation = terminal.isInteractive
    ? createTypedConversation(client, name, terminal)
    : createPipedConversation(client, name, terminal);
  const interrupt = () => conversation.interrupt();
  process.on("SIGINT", interrupt);
  try {
    if (terminal.isInteractive)
      terminal.print("Write a message and press Enter. /help shows what else there is, Ctrl-C leaves.");
    const ends = await conversation.hold();
    return !terminal.isInteractive && ends.includes("failed") ? exitCodes.failed : exitCodes.done;
  } finally {
    process.off("SIGINT", interrupt);
  }
}

/** A conversation that somebody types in a terminal, with answers word by word. */
export function createTypedConversation(client: GatewayClient, name: string, terminal: Terminal): Conversation {
  const lines = new TypedLines(terminal, () => conversation.interrupt());
  const view = new LiveView(terminal, lines);
  const conversation = new Conversation({ client, name, view, lines });
  return conversation;
}

function createPipedConversation(client: GatewayClient, name: string, terminal: Terminal): Conversation {
  return new Conversation({ client, name, view: new PlainView(terminal), lines: new PipedLines(terminal) });
}
