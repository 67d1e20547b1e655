import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useStore } from "../state/store.ts";
import { beginAnew, forgetMe, hasEnded, link, stopAnswer, talk } from "./chat-state.ts";
import { Composer, focusComposer } from "./composer.tsx";
import { explain } from "./explain.ts";
import { embedder, tellEmbedder } from "./frame.ts";
import { Messages } from "./messages.tsx";
import { settings } from "./settings.ts";
import { Shape } from "./shape.tsx";
import { w } from "./words.ts";

/** The page on which a visitor talks with the bot. */
export function Chat() {
  const { draft } = useStore(talk);
  const [error, setError] = useState<string>();
  const isWriting = draft !== undefined;
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => {
      if (key === "Escape" && document.querySelector("dialog[open], :popover-open") === null) tellEmbedder("close");
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  const act = (work: () => Promise<void>) => {
    setError(undefined);
    work().catch((failure: unknown) => setError(explain(failure)));
  };
  return (
    <main>
      <Head act={act} />
      <Messages />
      <footer>
        <Status error={error} />
        {isWriting && (
          <button type="button" className="stop" onClick={() => act(stopAnswer)}>
            <Shape name="stop" /> {w.stop}
          </button>
        )}
        <Composer />
      </footer>
    </main>
  );
}

/** Who is talked with, and what can be done with all of it. */
function Head({ act }: { readonly act: (work: () => Promise<void>) => void }) {
  const { draft } = useStore(talk);
  const isEmbedded = useStore(embedder) !== undefined;
  const menu = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState<"anew" | "forget">();
  const choose = (what: "anew" | "forget") => {
    menu.current?.hidePopover();
    setAsked(what);
  };
  return (
    <header>
      <span className="face" aria-hidden="true">
        {settings.name.slice(0, 1).toUpperCase()}
      </span>
      <h1>
        <bdi>{settings.name}</bdi>
        {draft !== undefined && <small>{w.answering}</small>}
      </h1>
      <button type="button" className="tool" aria-label={w.menu} popoverTarget="menu">
        <Shape name="more" />
      </button>
      <div id="menu" popover="auto" ref={menu}>
        <button type="button" onClick={() => choose("anew")}>
          {w.anew}
        </button>
        <button type="button" className="danger" onClick={() => choose("forget")}>
          {w.forget}
        </button>
      </div>
      {isEmbedded && (
        <button type="button" className="tool" aria-label={w.close} onClick={() => tellEmbedder("close")}>
          <Shape name="close" />
        </button>
      )}
      {asked !== undefined && (
        <Ask
          key={asked}
          what={asked}
          onEnd={(isSure) => {
            setAsked(undefined);
            if (isSure) act(asked === "anew" ? beginAnew : forgetMe);
            focusComposer();
          }}
        />
      )}
    </header>
  );
}

/** Asks whether to remove what was said: a visitor cannot undo it. */
function Ask({ what, onEnd }: { readonly what: "anew" | "forget"; readonly onEnd: (isSure: boolean) => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  // At once: a key that is pressed after the choice is meant for the question.
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const [title, text, sure] = what === "anew" ? [w.anewAsk, w.anewText, w.anew] : [w.forgetAsk, w.forgetText, w.forget];
  return (
    <dialog ref={dialog} aria-labelledby="ask" onClose={() => onEnd(dialog.current?.returnValue === "sure")}>
      <form method="dialog">
        <h2 id="ask">{title}</h2>
        <p>{text}</p>
        <button type="submit" value="">
          {w.cancel}
        </button>
        <button type="submit" value="sure" className={what === "anew" ? "primary" : "danger solid"}>
          {sure}
        </button>
      </form>
    </dialog>
  );
}

/** How things stand, where that is not as it should be. */
function Status({ error }: { readonly error: string | undefined }) {
  const state = useStore(link);
  const isOver = useStore(hasEnded);
  const text = error ?? (isOver ? w.ended : state === "reconnecting" ? w.reconnecting : undefined);
  return (
    <p role="status" className="status">
      {text}
    </p>
  );
}
