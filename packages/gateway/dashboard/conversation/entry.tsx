import { memo } from "react";
import type { WireEntry } from "../../src/wire/transcript.ts";
import { loaded } from "../parts/loaded.tsx";
import { fullTime } from "../parts/time.tsx";
import { useConversationWords } from "../text/conversation.ts";
import { useLanguage } from "../text/words.ts";
import { Attachments } from "./attachments.tsx";
import { Card } from "./card.tsx";
import { linked } from "./linked-text.tsx";
import { ToolCall } from "./tool-call.tsx";

/** Markdown; plain text until the code that reads it is there. */
export const WrittenText = loaded(
  async () => (await import("./markdown.tsx")).default,
  ({ text }: { readonly text: string }) => <p className="plain-text">{text}</p>,
);
// With the conversation: by the time that its entries are read, it is there.
WrittenText.begin();

/** One entry of a transcript. Whatever people, the model or a tool wrote in it is text. */
export const Entry = memo(function Entry({
  entry,
  isContinued,
  sessionId,
  onRegenerate,
}: {
  readonly entry: WireEntry;
  readonly isContinued: boolean;
  readonly sessionId: string;
  /** Where it can be written anew. */
  readonly onRegenerate: (() => void) | undefined;
}) {
  const c = useConversationWords();
  const common = { at: entry.at, isContinued };
  switch (entry.role) {
    case "user":
      return (
        <Card
          {...common}
          kind="user"
          name={entry.sender.name ?? entry.sender.id}
          mark={entry.editedAt === undefined ? undefined : <Edited at={entry.editedAt} />}
          copy={() => entry.text}
        >
          <PlainText text={entry.text} />
          {entry.attachments !== undefined && (
            <Attachments sessionId={sessionId} messageId={entry.messageId} list={entry.attachments} />
          )}
        </Card>
      );
    case "assistant":
      return (
        <Card {...common} kind="assistant" name={c.bot} copy={() => textOf(entry)} onRegenerate={onRegenerate}>
          {entry.parts.map((part, index) =>
            part.type === "text" ? (
              <WrittenText key={index} text={part.text} />
            ) : (
              <ToolCall key={part.callId} part={part} />
            ),
          )}
          {entry.isStopped && <p className="stopped">{c.stoppedHere}</p>}
        </Card>
      );
    case "operator":
    case "note":
      return (
        <Card
          {...common}
          kind={entry.role}
          name={entry.author.name ?? entry.author.id}
          mark={entry.role === "note" ? c.note : c.asBot}
          copy={() => entry.text}
        >
          <WrittenText text={entry.text} />
        </Card>
      );
    case "notice":
      return (
        <div className="entry" data-kind="notice">
          <PlainText text={entry.text} />
        </div>
      );
  }
});

/** That it is not as it was answered. */
function Edited({ at }: { readonly at: string }) {
  const c = useConversationWords();
  const language = useLanguage();
  return <span title={fullTime(at, language)}>{c.edited}</span>;
}

/** What a person wrote, as they wrote it. */
export function PlainText({ text }: { readonly text: string }) {
  return text === "" ? null : <p className="plain-text">{linked(text)}</p>;
}

function textOf({ parts }: Extract<WireEntry, { readonly role: "assistant" }>): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}
