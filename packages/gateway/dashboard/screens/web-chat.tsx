import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import type { WireSessionPage } from "../../src/wire/session.ts";
import type { WireChatMessage, WireSentMessage } from "../../src/wire/webchat.ts";
import { resetSession } from "../actions/removal.ts";
import { stopSession } from "../actions/session-actions.ts";
import { call } from "../api/call.ts";
import { randomId } from "../api/random-id.ts";
import { TranscriptPane } from "../conversation/transcript-pane.tsx";
import { useTranscript } from "../conversation/use-transcript.ts";
import { Icon } from "../parts/icon.tsx";
import { useMay } from "../state/me.ts";
import { useConversationWords } from "../text/conversation.ts";
import { useScreenWords } from "../text/screens.ts";
import { useWords } from "../text/words.ts";
import { perform, useRead } from "./read.ts";
import { Loaded } from "./screen.tsx";
import "../style/conversation.css";
import "../style/transcript.css";
import "../style/screens.css";

/** The conversation of whoever is logged in. */
const conversation = "dashboard";

/** What the read of its session is called. */
const own = "chat";

/** A page to talk with the bot. */
export default function WebChat() {
  const t = useWords();
  const found = useRead<WireSessionPage>(own, "/sessions", { query: { key: `webchat/web/${conversation}` } });
  const [begunId, setBegunId] = useState<string>();
  // Also found when the answer to the message that began it was lost.
  const id = begunId ?? found.data?.items[0]?.id;
  return (
    <section className="conversation chat" aria-label={t.webChat}>
      {id === undefined ? (
        <NothingYet>
          <Loaded query={found}>{() => <Begin />}</Loaded>
        </NothingYet>
      ) : (
        <Talk key={id} id={id} />
      )}
      <ChatComposer onSent={setBegunId} />
    </section>
  );
}

function Begin() {
  const s = useScreenWords();
  return <p className="quiet">{s.chatStart}</p>;
}

function NothingYet({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <header className="conversation-head">
        <ChatTitle />
      </header>
      <div className="chat-begin">{children}</div>
    </>
  );
}

function ChatTitle() {
  const t = useWords();
  const s = useScreenWords();
  return (
    <div className="conversation-title">
      <h1>{t.webChat}</h1>
      <p className="quiet">{s.chatLead}</p>
    </div>
  );
}

function Talk({ id }: { readonly id: string }) {
  const t = useWords();
  const s = useScreenWords();
  const c = useConversationWords();
  const { session, isGone, transcript, draft, readOlder, isReadingOlder } = useTranscript(id);
  const mayReset = useMay("session.reset");
  // The next message begins another one.
  if (isGone) {
    return (
      <NothingYet>
        <Begin />
      </NothingYet>
    );
  }
  return (
    <>
      <header className="conversation-head">
        <ChatTitle />
        {session !== undefined && mayReset && (
          <div className="conversation-actions">
            <button
              type="button"
              className="button"
              data-hidden={session.running === null}
              disabled={session.running === null}
              onClick={() => void stopSession(session)}
            >
              <Icon name="stop" />
              {t.stop}
            </button>
            <button type="button" className="button" onClick={() => void resetSession(session)}>
              <Icon name="reset" />
              {s.chatReset}
            </button>
          </div>
        )}
      </header>
      <h2 className="visually-hidden">{c.transcript}</h2>
      <TranscriptPane
        sessionId={id}
        view={transcript}
        running={session?.running ?? null}
        draft={draft}
        onOlder={readOlder}
        isReadingOlder={isReadingOlder}
      />
    </>
  );
}

function ChatComposer({ onSent }: { readonly onSent: (sessionId: string) => void }) {
  const t = useWords();
  const s = useScreenWords();
  const [text, setText] = useState("");
  const [reply, setReply] = useState<string>();
  // The same text sent again after no answer came is the same message.
  const key = useRef(randomId());
  const change = (next: string) => {
    setText(next);
    key.current = randomId();
  };
  const send = async () => {
    if (text.trim() === "") return;
    const body: WireChatMessage = { conversation, text };
    const headers = { "Idempotency-Key": key.current };
    const path = "/webchat/messages";
    const sent = await perform(() => call<WireSentMessage>({ method: "POST", path, body, headers }), s.notDone, own);
    if (sent === undefined) return;
    change("");
    if ("sessionId" in sent) onSent(sent.sessionId);
    setReply("command" in sent ? sent.text : undefined);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  return (
    <form className="composer" onSubmit={submit}>
      <div className="chat-reply" role="status">
        {reply !== undefined && (
          <>
            <p>{reply}</p>
            <button
              type="button"
              className="button plain square"
              aria-label={t.close}
              onClick={() => setReply(undefined)}
            >
              <Icon name="close" />
            </button>
          </>
        )}
      </div>
      <div className="chat-line">
        <textarea
          aria-label={s.chatWrite}
          placeholder={s.chatWrite}
          rows={1}
          autoFocus
          value={text}
          onChange={({ target }) => change(target.value)}
          onKeyDown={press}
        />
        <button type="submit" className="button primary" disabled={text.trim() === ""}>
          <Icon name="send" />
          {s.chatSend}
        </button>
      </div>
    </form>
  );
}
