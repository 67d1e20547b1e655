import { type FormEvent, useState } from "react";
import type { WireSession } from "../../src/wire/session.ts";
import { changeSession } from "../actions/session-actions.ts";
import { Dialog } from "../parts/dialog.tsx";
import { useConversationWords } from "../text/conversation.ts";

/** Gives a conversation a title, or takes it away. */
export function RenameDialog({ session, onClose }: { readonly session: WireSession; readonly onClose: () => void }) {
  const c = useConversationWords();
  const [title, setTitle] = useState(session.title ?? "");
  const save = (event: FormEvent) => {
    event.preventDefault();
    onClose();
    void changeSession(session, { title: title.trim() === "" ? null : title.trim() });
  };
  return (
    <Dialog title={c.rename} className="small" onClose={onClose}>
      <form onSubmit={save}>
        <label htmlFor="title">{c.title}</label>
        <input
          id="title"
          value={title}
          maxLength={200}
          data-autofocus
          onChange={({ target }) => setTitle(target.value)}
        />
        <div className="dialog-foot">
          <button type="submit" className="button primary">
            {c.save}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
