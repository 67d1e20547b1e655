import { type FormEvent, type KeyboardEvent, useRef } from "react";
import type { WirePost } from "../../src/wire/post.ts";
import type { WireSession } from "../../src/wire/session.ts";
import { explain } from "../actions/explain.ts";
import { postMessage } from "../actions/session-actions.ts";
import { randomId } from "../api/random-id.ts";
import { useKeys } from "../frame/keys.ts";
import { Icon } from "../parts/icon.tsx";
import { keepUnsent, useUnsent } from "../state/unsent.ts";
import { useConversationWords } from "../text/conversation.ts";

const modes: readonly WirePost["mode"][] = ["channel", "agent", "note"];

/** Where an operator writes: as the bot, to the agent, or a note. What was begun stays begun, wherever they go meanwhile. */
export function Composer({ session }: { readonly session: WireSession }) {
  const c = useConversationWords();
  const { id } = session;
  const { text, mode, key, isSending, error } = useUnsent(id);
  const field = useRef<HTMLTextAreaElement>(null);
  useKeys({ m: () => field.current?.focus() });
  const isNothing = text.trim() === "";

  const send = async () => {
    if (isNothing || isSending) return;
    keepUnsent(id, { isSending: true, error: undefined });
    try {
      await postMessage(session, { text, mode }, key);
      keepUnsent(id, { isSending: false, text: "" });
    } catch (failure) {
      keepUnsent(id, { isSending: false, error: explain(failure) });
    }
    // The button that was pressed has lost it; somebody who went elsewhere meanwhile has not.
    if (document.activeElement === document.body) field.current?.focus();
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
          onChange={({ target }) => keepUnsent(id, { text: target.value, key: randomId() })}
          onKeyDown={press}
        />
        <div className="composer-foot">
          <fieldset className="modes">
            <legend className="visually-hidden">{c.composeMode}</legend>
            {modes.map((name) => (
              <label key={name} title={c.composeHints[name]}>
                <input
                  type="radio"
                  name="mode"
                  checked={mode === name}
                  disabled={isSending}
                  onChange={() => keepUnsent(id, { mode: name, key: randomId() })}
                />
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
