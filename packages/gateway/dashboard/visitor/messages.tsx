import { Fragment, type ReactNode, memo, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { WireVisitorEntry } from "../../src/wire/visitor.ts";
import { createMarkdown } from "../conversation/draw-markdown.tsx";
import { useStore } from "../state/store.ts";
import { type Word, discard, isShown, readOlder, sendAgain, talk, unsent, words } from "./chat-state.ts";
import { explain } from "./explain.ts";
import { tellEmbedder } from "./frame.ts";
import { settings } from "./settings.ts";
import { Shape } from "./shape.tsx";
import { w } from "./words.ts";

/** How near the end counts as at the end, in pixels. */
const nearEnd = 60;

const Markdown = createMarkdown(({ code, label }) => (
  <pre tabIndex={0} aria-label={label}>
    <code>{code}</code>
  </pre>
));

/** What was said: stays at its end while somebody reads there, and where it is while they read further up. */
export function Messages() {
  const view = useStore(talk);
  const mine = useStore(unsent);
  const said = useStore(words);
  const { entries, waiting, draft, nextBefore, epoch } = view;
  const pane = useRef<HTMLDivElement>(null);
  const height = useRef(0);
  const [isAtEnd, setAtEnd] = useState(true);
  const first = entries[0]?.sequence;
  useLayoutEffect(() => {
    const element = pane.current;
    if (element !== null && !isAtEnd) element.scrollTop += element.scrollHeight - height.current;
  }, [first]);
  useLayoutEffect(() => {
    const element = pane.current;
    if (element === null) return;
    if (isAtEnd) element.scrollTop = element.scrollHeight;
    height.current = element.scrollHeight;
  });
  // A keyboard that comes up takes room away: whoever read the end goes on reading it.
  useEffect(() => {
    const element = pane.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      if (isAtEnd) element.scrollTop = element.scrollHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isAtEnd]);
  const look = () => {
    const element = pane.current;
    if (element !== null) setAtEnd(element.scrollHeight - element.scrollTop - element.clientHeight < nearEnd);
  };
  return (
    <div className="frame">
      {/* Headings that an answer holds stand below this one. */}
      <h2 className="unseen">{w.said}</h2>
      <div
        ref={pane}
        className="pane"
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={settings.name}
        onScroll={look}
      >
        {nextBefore !== null && (
          <button type="button" className="older" onClick={() => void readOlder()}>
            {w.older}
          </button>
        )}
        <ol>
          {nextBefore === null && (
            <Bubble from="bot">
              <p>{settings.greeting ?? w.greeting}</p>
            </Bubble>
          )}
          <Words said={said.filter(({ after }) => after < (first ?? 0))} />
          {entries.map((entry, index) => (
            <Fragment key={`${epoch}.${entry.sequence}`}>
              <Entry entry={entry} />
              <Words
                said={said.filter(
                  ({ after }) => after >= entry.sequence && after < (entries[index + 1]?.sequence ?? Infinity),
                )}
              />
            </Fragment>
          ))}
          {waiting.map(({ id, text }) => (
            <Bubble key={id} from="visitor">
              <p>{text}</p>
            </Bubble>
          ))}
          {draft !== undefined && (
            <Bubble from="bot" kind="draft">
              {draft.text === "" ? <span className="dots" aria-hidden="true" /> : <Markdown text={draft.text} />}
            </Bubble>
          )}
          {mine
            .filter((message) => !isShown(message, view))
            .map((message) => (
              <Bubble key={message.key} from="visitor" kind={message.error === undefined ? "sending" : "failed"}>
                <p>{message.text}</p>
                {message.error !== undefined && (
                  <p className="why" role="alert">
                    <span>
                      {w.notSent} {explain(message.error)}
                    </span>
                    <button type="button" onClick={() => void sendAgain(message)}>
                      {w.again}
                    </button>
                    <button type="button" onClick={() => discard(message)}>
                      {w.discard}
                    </button>
                  </p>
                )}
              </Bubble>
            ))}
        </ol>
      </div>
      <Told />
      {!isAtEnd && (
        <button
          type="button"
          className="to-end"
          aria-label={w.down}
          onClick={() => pane.current?.scrollTo({ top: pane.current.scrollHeight })}
        >
          <Shape name="down" />
        </button>
      )}
    </div>
  );
}

/** Commands, and what the bot said to them. */
function Words({ said }: { readonly said: readonly Word[] }) {
  return said.map(({ key, asked, text }) => (
    <Fragment key={key}>
      <Bubble from="visitor">
        <p>{asked}</p>
      </Bubble>
      <Bubble from="bot" kind="word">
        <p>{text}</p>
      </Bubble>
    </Fragment>
  ));
}

const Entry = memo(function Entry({ entry: { from, text, isStopped } }: { readonly entry: WireVisitorEntry }) {
  if (from === "notice") return <li className="notice">{w.failed}</li>;
  return (
    <Bubble from={from}>
      {from === "bot" ? <Markdown text={text} /> : <p>{text}</p>}
      {isStopped && <small>{w.stopped}</small>}
    </Bubble>
  );
});

function Bubble({
  from,
  kind = "said",
  children,
}: {
  readonly from: "visitor" | "bot";
  readonly kind?: "said" | "draft" | "word" | "sending" | "failed";
  readonly children: ReactNode;
}) {
  return (
    <li data-from={from} data-kind={kind}>
      <span className="unseen">{from === "bot" ? settings.name : w.you}</span>
      {children}
    </li>
  );
}

/** Reads answers out when they are whole: a text that grows would be read out again and again. */
function Told() {
  const { entries, isLoaded } = useStore(talk);
  const last = entries.findLast(({ from }) => from === "bot");
  const lastId = last?.id;
  /** Null until it is known what was said before. */
  const known = useRef<string | null | undefined>(null);
  const [text, setText] = useState("");
  useEffect(() => {
    if (!isLoaded) return;
    const isNews = known.current !== null && lastId !== known.current;
    known.current = lastId;
    // What was removed is not left to be found here either.
    if (last === undefined) setText("");
    if (last === undefined || !isNews) return;
    setText(w.answered(settings.name, last.text));
    tellEmbedder("answer");
  }, [lastId, isLoaded]);
  return (
    <p className="unseen" role="status">
      {text}
    </p>
  );
}
