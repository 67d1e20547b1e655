import { type GatewayClient, GatewayError, type WireEntry } from "@keyturn/gateway/client";
import type { ConversationFollower } from "./conversation-follower.ts";
import type { AnswerEnd, ConversationView } from "./conversation-view.ts";

/** How much of a transcript is looked at. */
const pageLength = 200;

/**
 * Looks up what became of messages whose events may have been missed while there was no connection: answers that are
 * there are shown, and what went with its conversation is no longer waited for.
 * @param sessions the session of each message that was sent.
 */
export async function catchUp(
  client: GatewayClient,
  sessions: ReadonlyMap<string, string>,
  follower: ConversationFollower,
  view: ConversationView,
): Promise<void> {
  for (const messageId of follower.waiting) {
    const sessionId = sessions.get(messageId);
    if (sessionId === undefined) continue;
    const entries = await readEntries(client, sessionId, messageId);
    if (entries === "waiting") continue;
    follower.settle(messageId, showAnswer(answerTo(messageId, entries), follower, view));
  }
}

function showAnswer(answer: Answer | undefined, follower: ConversationFollower, view: ConversationView): AnswerEnd {
  if (answer === undefined) return "stopped";
  if (answer.role === "notice") {
    view.note(answer.text, true);
    return "failed";
  }
  follower.passOver(answer.runId);
  view.piece({ runId: answer.runId, text: textOf(answer), kind: "answer", isLast: true });
  return "answered";
}

/** What follows a message: the answer, or word that there is none. */
type Answer = Extract<WireEntry, { role: "assistant" | "notice" }>;

/** The entries of the session; `waiting` while the message is still to be answered. */
async function readEntries(
  client: GatewayClient,
  sessionId: string,
  messageId: string,
): Promise<readonly WireEntry[] | "waiting"> {
  try {
    const { items, queue } = await client.messages(sessionId, { limit: pageLength });
    return queue.some(({ id }) => id === messageId) ? "waiting" : items;
  } catch (error) {
    if (error instanceof GatewayError && (error.status === 404 || error.status === 410)) return [];
    throw error;
  }
}

function answerTo(messageId: string, entries: readonly WireEntry[]): Answer | undefined {
  const place = entries.findIndex((entry) => entry.role === "user" && entry.messageId === messageId);
  if (place === -1) return undefined;
  return entries.slice(place).find((entry): entry is Answer => entry.role === "assistant" || entry.role === "notice");
}

function textOf({ parts }: Extract<WireEntry, { role: "assistant" }>): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}
