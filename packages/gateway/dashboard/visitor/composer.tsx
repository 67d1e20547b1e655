import { type FormEvent, type KeyboardEvent, useState } from "react";
import { send } from "./chat-state.ts";
import { keep, read } from "./keep.ts";
import { settings } from "./settings.ts";
import { Shape } from "./shape.tsx";
import { w } from "./words.ts";

/** Puts the visitor where they can write. */
export function focusComposer(): void {
  document.querySelector<HTMLElement>("#compose")?.focus();
}

/** Where a visitor writes. What was begun stays, also when the page is loaded again. */
export function Composer() {
  const [text, setText] = useState(read("text") ?? "");
  const write = (next: string) => {
    setText(next);
    // At once: an effect comes after the next frame, and the page may be gone by then.
    keep("text", next === "" ? undefined : next);
  };
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    const message = text.trim();
    if (message === "") return;
    write("");
    void send(message);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
  };
  return (
    <form className="composer" onSubmit={submit}>
      <textarea
        id="compose"
        aria-label={w.write}
        placeholder={w.write}
        rows={1}
        maxLength={settings.messageCharacters}
        enterKeyHint="send"
        value={text}
        onChange={({ target }) => write(target.value)}
        onKeyDown={press}
      />
      <button type="submit" className="send" aria-label={w.send} disabled={text.trim() === ""}>
        <Shape name="send" />
      </button>
    </form>
  );
}
