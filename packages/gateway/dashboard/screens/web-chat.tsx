import { type FormEvent, type KeyboardEvent, useState } from "react";
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
import { showToast } from "../state/toasts.ts";
import { useScreenWords } from "../text/screens.ts";
import { useWords } from "../text/words.ts";
import { perform, useRead } from "./read.ts";
import "../style/conversation.css";
import "../style/transcript.css";
import "../style/screens.css";

/** The conversation of whoever is logged in. */
const conversation = "dashboard";

/** A page to talk with the bot. */
export default function WebChat() {
  const t = useWords();
  const s = useScreenWords();
  const found = useRead<WireSessionPage>("chat", "/sessions", { query: { key: `webchat/web/${conversation}` } });
  const [begunId, setBegunId] = useState<string>();
  const id = begunId ?? found.data?.items[0]?.id;
  return (
    <section className="conversation chat" aria-label={t.webChat}>
      {id === undefined ? (
        <>
          <header className="conversation-head">
            <ChatTitle />
          </header>
          <p className="state quiet">{s.chatStart}</p>
        </>
      ) : (
        <Talk key={id} id={id} />
      )}
      <ChatComposer onSent={setBegunId} />
    </section>
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
  const { session, transcript, draft, readOlder, isReadingOlder } = useTranscript(id);
  const mayReset = useMay("session.reset");
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
  const s = useScreenWords();
  const [text, setText] = useState("");
  const send = async () => {
    if (text.trim() === "") return;
    const body: WireChatMessage = { conversation, text };
    const headers = { "Idempotency-Key": randomId() };
    const path = "/webchat/messages";
    const sent = await perform(() => call<WireSentMessage>({ method: "POST", path, body, headers }), s.notDone);
    if (sent === undefined) return;
    setText("");
    if ("sessionId" in sent) onSent(sent.sessionId);
    if ("command" in sent) showToast({ kind: "done", text: sent.text });
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
      <div className="chat-line">
        <textarea
          aria-label={s.chatWrite}
          placeholder={s.chatWrite}
          rows={1}
          autoFocus
          value={text}
          onChange={({ target }) => setText(target.value)}
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
