import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { WirePost } from "../../src/wire/post.ts";
import type { WireSession } from "../../src/wire/session.ts";
import { explain } from "../actions/explain.ts";
import { postMessage } from "../actions/session-actions.ts";
import { randomId } from "../api/random-id.ts";
import { Icon } from "../parts/icon.tsx";
import { useConversationWords } from "../text/conversation.ts";

type Mode = WirePost["mode"];

const modes: readonly Mode[] = ["channel", "agent", "note"];

/** What was begun in each conversation, while the page is open: going elsewhere loses nothing. */
const begun = new Map<string, string>();

/** Where an operator writes: as the bot, to the agent, or a note. */
export function Composer({ session }: { readonly session: WireSession }) {
  const c = useConversationWords();
  const [text, setText] = useState(begun.get(session.id) ?? "");
  const [mode, setMode] = useState<Mode>("channel");
  const [error, setError] = useState<string>();
  const [isSending, setSending] = useState(false);
  // The same text sent again after no answer came is the same message.
  const key = useRef(randomId());
  useEffect(() => void begun.set(session.id, text), [session.id, text]);

  const send = async () => {
    if (text.trim() === "" || isSending) return;
    setSending(true);
    try {
      await postMessage(session, { text, mode }, key.current);
      setText("");
      setError(undefined);
      key.current = randomId();
    } catch (failure) {
      setError(explain(failure));
    }
    setSending(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  return (
    <form className="composer" data-mode={mode} onSubmit={submit}>
      {session.muted && <p className="quiet">{c.mutedHint}</p>}
      {error !== undefined && (
        <p className="error" role="alert">
          {c.sendFailed(error)}
        </p>
      )}
      <textarea
        aria-label={c.compose}
        placeholder={c.compose}
        rows={2}
        maxLength={100_000}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          key.current = randomId();
        }}
        onKeyDown={press}
      />
      <div className="composer-foot">
        <fieldset className="modes">
          <legend className="visually-hidden">{c.compose}</legend>
          {modes.map((name) => (
            <label key={name} title={c.composeHints[name]}>
              <input type="radio" name="mode" checked={mode === name} onChange={() => setMode(name)} />
              <span>{c.composeModes[name]}</span>
            </label>
          ))}
        </fieldset>
        <span className="quiet only-wide">{c.composeHints[mode]}</span>
        <button type="submit" className="button primary" disabled={isSending || text.trim() === ""}>
          <Icon name="send" />
          {c.send}
        </button>
      </div>
    </form>
  );
}
