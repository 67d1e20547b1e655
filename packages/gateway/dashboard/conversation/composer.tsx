import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import type { WirePost } from "../../src/wire/post.ts";
import type { WireSession } from "../../src/wire/session.ts";
import { explain } from "../actions/explain.ts";
import { postMessage } from "../actions/session-actions.ts";
import { randomId } from "../api/random-id.ts";
import { useKeys } from "../frame/keys.ts";
import { Icon } from "../parts/icon.tsx";
import { type Unsent, keepUnsent, unsentOf } from "../state/unsent.ts";
import { useConversationWords } from "../text/conversation.ts";

const modes: readonly WirePost["mode"][] = ["channel", "agent", "note"];

/** Where an operator writes: as the bot, to the agent, or a note. What was begun stays begun, wherever they go meanwhile. */
export function Composer({ session }: { readonly session: WireSession }) {
  const c = useConversationWords();
  const [unsent, setUnsent] = useState(() => unsentOf(session.id));
  const [error, setError] = useState<string>();
  const [isSending, setSending] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  // The same text sent again after no answer came is the same message.
  const key = useRef(randomId());
  useKeys({ m: () => field.current?.focus() });
  const { text, mode } = unsent;
  const isNothing = text.trim() === "";

  const change = (part: Partial<Unsent>) => {
    const next = { ...unsent, ...part };
    setUnsent(next);
    keepUnsent(session.id, next);
    key.current = randomId();
  };
  const send = async () => {
    if (isNothing || isSending) return;
    setSending(true);
    try {
      await postMessage(session, { text, mode }, key.current);
      change({ text: "" });
      setError(undefined);
    } catch (failure) {
      setError(explain(failure));
    }
    setSending(false);
    field.current?.focus();
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
      {session.muted && <p className="quiet composer-hint">{c.mutedHint}</p>}
      {error !== undefined && (
        <p className="error composer-hint" role="alert">
          {c.sendFailed(error)}
        </p>
      )}
      <div className="composer-box">
        <textarea
          ref={field}
          aria-label={c.compose}
          aria-describedby="composer-hint"
          placeholder={c.composePlaceholders[mode]}
          rows={1}
          maxLength={100_000}
          value={text}
          readOnly={isSending}
          onChange={({ target }) => change({ text: target.value })}
          onKeyDown={press}
        />
        <div className="composer-foot">
          <fieldset className="modes">
            <legend className="visually-hidden">{c.composeMode}</legend>
            {modes.map((name) => (
              <label key={name} title={c.composeHints[name]}>
                <input type="radio" name="mode" checked={mode === name} onChange={() => change({ mode: name })} />
                <span>{c.composeModes[name]}</span>
              </label>
            ))}
          </fieldset>
          <span id="composer-hint" className="quiet composer-hint">
            {c.composeHints[mode]}
          </span>
          <button type="submit" className="button primary" disabled={isSending || isNothing}>
            <Icon name="send" />
            {c.send}
          </button>
        </div>
      </div>
    </form>
  );
}
