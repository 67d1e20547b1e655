import type { AnswerPart, ConversationSummary, InboxEntry, TranscriptEntry } from "@keyturn/core";
import type { WireAssistantEntry, WireEntry, WireQueuedMessage, WireSummary } from "../wire/transcript.ts";
import { presentPerson } from "./session.ts";
import { presentTime } from "./timestamp.ts";

/** A transcript entry for the API. */
export function presentEntry(entry: TranscriptEntry): WireEntry {
  const { sequence } = entry;
  const at = presentTime(entry.at);
  switch (entry.role) {
    case "user":
      return {
        role: "user",
        sequence,
        at,
        messageId: entry.messageId,
        sender: presentPerson(entry.sender),
        text: entry.text,
        ...presentAttachments(entry),
        ...(entry.editedAt !== undefined && { editedAt: presentTime(entry.editedAt) }),
      };
    case "assistant":
      return {
        role: "assistant",
        sequence,
        at,
        runId: entry.runId,
        parts: entry.parts.map(presentPart),
        isStopped: entry.isStopped === true,
      };
    case "operator":
    case "note": {
      const { role, messageId, author, text } = entry;
      return { role, sequence, at, messageId, author: presentPerson(author), text };
    }
    case "notice":
      return { role: "notice", sequence, at, text: entry.text };
  }
}

/** What stands for the oldest entries where models read them, for the API. */
export function presentSummary({ text, upTo, at }: ConversationSummary): WireSummary {
  return { text, upTo, at: presentTime(at) };
}

/** A message that waits or runs, for the API. */
export function presentQueued(message: InboxEntry): WireQueuedMessage {
  const { id, state, attempts, acceptedAt, sender, text } = message;
  return {
    id,
    state,
    attempts,
    acceptedAt: presentTime(acceptedAt),
    sender: presentPerson(sender),
    text,
    ...presentAttachments(message),
  };
}

function presentAttachments({ attachments }: Pick<InboxEntry, "attachments">): Pick<WireQueuedMessage, "attachments"> {
  if (attachments === undefined) return {};
  return { attachments: attachments.map(({ name, mediaType, size }) => ({ name, mediaType, size })) };
}

function presentPart(part: AnswerPart): WireAssistantEntry["parts"][number] {
  if (part.type === "text") return { type: "text", text: part.text };
  const { callId, name, input, output, isError, durationMilliseconds } = part;
  return {
    type: "tool",
    callId,
    name,
    input,
    ...(output !== undefined && { output }),
    isError: isError === true,
    durationMilliseconds: durationMilliseconds ?? null,
  };
}
