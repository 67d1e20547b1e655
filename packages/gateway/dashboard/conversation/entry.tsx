import { Suspense, lazy, memo } from "react";
import type { ReactNode } from "react";
import type { WireEntry, WireToolPart } from "../../src/wire/transcript.ts";
import { Icon } from "../parts/icon.tsx";
import { Clock } from "../parts/time.tsx";
import { useConversationWords } from "../text/conversation.ts";

const Markdown = lazy(() => import("./markdown.tsx"));

/** One entry of a transcript. Whatever people, the model or a tool wrote in it is text. */
export const Entry = memo(function Entry({ entry }: { readonly entry: WireEntry }) {
  const c = useConversationWords();
  switch (entry.role) {
    case "user":
      return (
        <Card kind="user" name={entry.sender.name ?? entry.sender.id} at={entry.at}>
          <p className="plain-text">{entry.text}</p>
        </Card>
      );
    case "assistant":
      return (
        <Card kind="assistant" name={c.bot} at={entry.at}>
          {entry.parts.map((part, index) =>
            part.type === "text" ? (
              <WrittenText key={index} text={part.text} />
            ) : (
              <Tool key={part.callId} part={part} />
            ),
          )}
          {entry.isStopped && <p className="stopped">{c.stoppedHere}</p>}
        </Card>
      );
    case "operator":
    case "note":
      return (
        <Card
          kind={entry.role}
          name={entry.author.name ?? entry.author.id}
          mark={entry.role === "note" ? c.note : c.asBot}
          at={entry.at}
        >
          <WrittenText text={entry.text} />
        </Card>
      );
    case "notice":
      return (
        <li className="entry" data-kind="notice">
          <p className="plain-text">{entry.text}</p>
        </li>
      );
  }
});

/** Markdown; plain text until the code that reads it is there. */
export function WrittenText({ text }: { readonly text: string }) {
  return (
    <Suspense fallback={<p className="plain-text">{text}</p>}>
      <Markdown text={text} />
    </Suspense>
  );
}

/** The frame of an entry: who wrote it, and when. */
export function Card({
  kind,
  name,
  mark,
  at,
  children,
}: {
  readonly kind: string;
  readonly name: string;
  readonly mark?: string;
  readonly at: string;
  readonly children: ReactNode;
}) {
  return (
    <li className="entry" data-kind={kind}>
      <header>
        <bdi className="entry-name">{name}</bdi>
        {mark !== undefined && <span className="entry-mark">{mark}</span>}
        <Clock at={at} />
      </header>
      {children}
    </li>
  );
}

/** A call of a tool: its name, how long it took and how it ended; what went in and came out on demand. */
function Tool({ part }: { readonly part: WireToolPart }) {
  const c = useConversationWords();
  const { name, input, output, isError, durationMilliseconds } = part;
  return (
    <details className="tool" data-failed={isError}>
      <summary>
        <Icon name="tool" />
        <code>{name}</code>
        <span className="tool-input">{JSON.stringify(input)}</span>
        {durationMilliseconds !== null && <span className="quiet">{(durationMilliseconds / 1_000).toFixed(1)} s</span>}
        <Icon name={isError ? "alert" : "check"} />
        {isError && <span>{c.toolFailed}</span>}
      </summary>
      <h4>{c.toolInput}</h4>
      <pre tabIndex={0}>{JSON.stringify(input, null, 2)}</pre>
      {output !== undefined && (
        <>
          <h4>{c.toolOutput}</h4>
          <pre tabIndex={0}>{typeof output === "string" ? output : JSON.stringify(output, null, 2)}</pre>
        </>
      )}
    </details>
  );
}
