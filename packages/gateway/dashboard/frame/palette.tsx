import { type KeyboardEvent, useId, useState } from "react";
import type { WireMe } from "../../src/wire/access.ts";
import { deleteSession, resetSession } from "../actions/removal.ts";
import { stopSession } from "../actions/session-actions.ts";
import { navigate } from "../location.ts";
import { Dialog } from "../parts/dialog.tsx";
import { may } from "../state/me.ts";
import { compareBy } from "../state/session-order.ts";
import { cursor } from "../state/selection.ts";
import { book } from "../state/world.ts";
import { nameOf } from "../text/session-name.ts";
import { type Dictionary, useWords } from "../text/words.ts";
import { places } from "./places.ts";

/** Something that the palette can do. */
interface Command {
  readonly id: string;
  readonly label: string;
  readonly run: () => void;
}

/** Lines that are shown at a time. */
const mostLines = 12;

/** Commands, places and conversations by a few letters of their name. */
export default function Palette({ me, onClose }: { readonly me: WireMe; readonly onClose: () => void }) {
  const t = useWords();
  const id = useId();
  const [text, setText] = useState("");
  const [index, setIndex] = useState(0);
  const found = commandsFor(me, t)
    .filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()))
    .slice(0, mostLines);
  const chosen = found[Math.min(index, found.length - 1)];
  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    onClose();
    command.run();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setIndex((now) => (now + step + found.length) % Math.max(found.length, 1));
    else if (event.key === "Enter") run(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={t.palette} className="palette" onClose={onClose}>
      <input
        role="combobox"
        aria-label={t.paletteHint}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={chosen === undefined ? undefined : `${id}-${chosen.id}`}
        placeholder={t.paletteHint}
        value={text}
        data-autofocus
        onChange={({ target }) => {
          setText(target.value);
          setIndex(0);
        }}
        onKeyDown={press}
      />
      <ul role="listbox" id={id} aria-label={t.palette}>
        {found.map((command) => (
          <li
            key={command.id}
            id={`${id}-${command.id}`}
            role="option"
            aria-selected={command === chosen}
            onClick={() => run(command)}
          >
            <bdi>{command.label}</bdi>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="quiet padded">{t.paletteEmpty}</p>}
    </Dialog>
  );
}

function commandsFor(me: WireMe, t: Dictionary): readonly Command[] {
  const session = book.find(location.hash.split("/c/")[1]?.split("?")[0] ?? cursor.get() ?? "");
  const actions =
    session === undefined
      ? []
      : [
          { operation: "session.stop", label: t.stop, run: () => void stopSession(session) },
          { operation: "session.reset", label: t.reset, run: () => void resetSession(session) },
          { operation: "session.delete", label: t.delete, run: () => void deleteSession(session) },
        ]
          .filter(({ operation }) => may(operation) && (operation !== "session.stop" || session.running !== null))
          .map(({ operation, label, run }) => ({ id: operation, label: `${label}: ${nameOf(session)}`, run }));
  const goings = places
    .filter(({ operation }) => me.operations.includes(operation))
    .map(({ path, name }) => ({
      id: `place${path.replace("/", "-")}`,
      label: t.goTo(t[name]),
      run: () => navigate(path),
    }));
  const sessions = [...book.all()].toSorted(compareBy("-updatedAt")).map((each) => ({
    id: each.id,
    label: nameOf(each),
    run: () => navigate(`/c/${each.id}`),
  }));
  return [...actions, ...goings, ...sessions];
}
