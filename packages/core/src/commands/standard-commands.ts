import { ConfigurationError, ProviderError, StaleFenceError } from "../errors.ts";
import type { Clock } from "../clock.ts";
import type { SessionSummary } from "../sessions/session.ts";
import { mayUse } from "./command-access.ts";
import type { Command, CommandContext } from "./command.ts";
import type { CommandRegistry } from "./command-registry.ts";

const nothingYet = "There is nothing to clear: this conversation has not begun yet.";

/** `/reset` and `/new`: forget the conversation, keep its settings. Two names for one thing. */
export function createResetCommands(): readonly Command[] {
  const run = async ({ sessionId, control }: CommandContext): Promise<string> => {
    if (sessionId === undefined) return nothingYet;
    const result = await control.reset(sessionId, "asked for in the conversation");
    if (result.kind === "repeated") return "That was done already.";
    const { removedEntries, stoppedRunId } = result.removal;
    const stopped = stoppedRunId === undefined ? "" : " The answer that was being written is stopped.";
    return `Forgotten: ${countOf(removedEntries, "entry", "entries")}.${stopped} We start afresh.`;
  };
  return [
    { name: "reset", description: "Forget this conversation and start afresh", isBareWord: true, run },
    { name: "new", description: "Start a new conversation (the same as /reset)", run },
  ];
}

/** `/stop`: end the answer that is being written, keep the conversation. */
export function createStopCommand(): Command {
  return {
    name: "stop",
    description: "Stop the answer that is being written",
    isBareWord: true,
    async run({ sessionId, control }) {
      if (sessionId === undefined) return "There is nothing to stop.";
      const { stoppedRunId } = await control.stop(sessionId, "asked for in the conversation");
      return stoppedRunId === undefined ? "There is nothing to stop." : "Stopped. What was said so far is kept.";
    },
  };
}

/** `/compact`: have the older part of the conversation summarised, so that models read less of it. */
export function createCompactCommand(): Command {
  return {
    name: "compact",
    description: "Summarise the older part of this conversation for the model",
    async run({ sessionId, control }) {
      if (sessionId === undefined) return "There is nothing to summarise: this conversation has not begun yet.";
      try {
        const result = await control.compact(sessionId, "asked for in the conversation");
        if (result.kind === "nothing") return "There is nothing to summarise.";
        return `Summarised: ${countOf(result.entries, "entry", "entries")}. You can still read them.`;
      } catch (error) {
        if (error instanceof StaleFenceError) return "The conversation went on meanwhile. Please try again.";
        if (error instanceof ConfigurationError) return "The model of this conversation cannot summarise.";
        if (error instanceof ProviderError)
          return "The model service has trouble right now. Please try again in a while.";
        throw error;
      }
    },
  };
}

/** `/status`: what the bot is doing in this conversation. @param currentModel the model of conversations that have no other. */
export function createStatusCommand(currentModel: () => string, clock: Clock): Command {
  return {
    name: "status",
    description: "Show what the bot is doing in this conversation",
    async run({ sessionId, control }) {
      const defaultModel = currentModel();
      if (sessionId === undefined) return `This conversation has not begun yet. Model: ${defaultModel}.`;
      return describeStatus(await control.read(sessionId), defaultModel, clock.now());
    },
  };
}

/** `/help`: what can be asked. */
export function createHelpCommand(registry: CommandRegistry): Command {
  return {
    name: "help",
    description: "Show what you can ask of the bot",
    async run(context) {
      const lines: string[] = [];
      for (const command of registry.all()) {
        if (!(await mayUse(command, context))) continue;
        lines.push(`/${command.name} – ${command.description}`);
      }
      return `Write anything to talk with me, or:\n${lines.join("\n")}`;
    },
  };
}

function describeStatus(session: SessionSummary, defaultModel: string, now: number): string {
  const { running, waiting, usage } = session;
  const seconds = running === undefined ? 0 : Math.round((now - running.since) / 1000);
  return [
    running === undefined ? "Idle." : `Writing an answer, for ${seconds} s.`,
    `${countOf(session.entries, "entry", "entries")} so far, ${countOf(waiting, "message", "messages")} waiting.`,
    `Model: ${session.settings.model ?? defaultModel}.`,
    `${countOf(usage.runs, "run", "runs")}, ${usage.inputTokens} tokens in and ${usage.outputTokens} out.`,
  ].join("\n");
}

function countOf(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
