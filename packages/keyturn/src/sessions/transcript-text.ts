import type { WireEntry, WireMessagesPage } from "@keyturn/gateway/client";
import { printable, printableLine } from "../command-line/printable.ts";
import { formatDuration, formatRelativeTime } from "../command-line/relative-time.ts";
import { formatPairs } from "../command-line/table.ts";
import { fitText } from "../command-line/text-width.ts";
import { describeConversation, describeState } from "./session-table.ts";

/** Longest input or output of a tool that is shown, in columns. */
const longestToolText = 100;

type Tool = Extract<Extract<WireEntry, { role: "assistant" }>["parts"][number], { type: "tool" }>;

/** A session and the newest part of its transcript as lines; times are relative to `now`, in milliseconds since 1970. */
export function formatTranscript(page: WireMessagesPage, now: number): readonly string[] {
  const { session, items, nextBefore, queue } = page;
  const { inputTokens, outputTokens, runs } = session.usage;
  const pairs: readonly (readonly [string, string])[] = [
    ["Session", session.id],
    ["Conversation", describeConversation(session)],
    ["State", describeState(session)],
    ["Model", session.model ?? "the bot's default"],
    ["Begun", formatRelativeTime(Date.parse(session.createdAt), now)],
    ["Entries", `${session.entries} in epoch ${session.epoch}`],
    ["Usage", `${inputTokens} tokens in, ${outputTokens} out, ${runs} ${runs === 1 ? "run" : "runs"}`],
  ];
  return [
    ...formatPairs(pairs),
    ...(nextBefore === null ? [] : ["", `(${nextBefore} older entries; --limit shows more)`]),
    ...items.flatMap((entry) => ["", ...formatEntry(entry, now)]),
    ...queue.flatMap(({ sender, text, state }) => [
      "",
      `${printableLine(sender.name ?? sender.id)}, ${state === "running" ? "being answered" : "waiting"}`,
      ...indent(text),
    ]),
  ];
}

function formatEntry(entry: WireEntry, now: number): readonly string[] {
  const when = formatRelativeTime(Date.parse(entry.at), now);
  switch (entry.role) {
    case "user":
      return [`${printableLine(entry.sender.name ?? entry.sender.id)}, ${when}`, ...indent(entry.text)];
    case "operator":
      return [`${printableLine(entry.author.name ?? entry.author.id)} as the bot, ${when}`, ...indent(entry.text)];
    case "note":
      return [`${printableLine(entry.author.name ?? entry.author.id)}, ${when} (note)`, ...indent(entry.text)];
    case "notice":
      return [`(${when}: ${printableLine(entry.text)})`];
    case "assistant":
      return [
        `bot, ${when}${entry.isStopped ? " (stopped)" : ""}`,
        ...entry.parts.flatMap((part) => (part.type === "text" ? indent(part.text) : indent(describeTool(part)))),
      ];
  }
}

function describeTool({ name, input, output, isError, durationMilliseconds }: Tool): string {
  const shown = (value: unknown) => fitText(printableLine(JSON.stringify(value)), longestToolText);
  const took = durationMilliseconds === null ? "" : ` (${formatDuration(durationMilliseconds)})`;
  const result = output === undefined ? "" : ` ${isError ? "failed:" : "→"} ${shown(output)}`;
  return `[${name} ${shown(input)}${result}${took}]`;
}

function indent(text: string): readonly string[] {
  return printable(text)
    .split("\n")
    .map((line) => `  ${line}`.trimEnd());
}
