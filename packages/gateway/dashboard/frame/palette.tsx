import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useDeferredValue, useId, useState } from "react";
import type { WireMe } from "../../src/wire/access.ts";
import type { WireSession, WireSessionPage } from "../../src/wire/session.ts";
import { call } from "../api/call.ts";
import { navigate } from "../location.ts";
import { Dialog } from "../parts/dialog.tsx";
import { cursor } from "../state/selection.ts";
import { compareBy } from "../state/session-order.ts";
import { book } from "../state/world.ts";
import { usePaletteWords } from "../text/palette.ts";
import { nameOf } from "../text/session-name.ts";
import { useWords } from "../text/words.ts";
import { type Command, isMeant, pageCommands, sessionCommands } from "./commands.ts";

/** Lines that are shown at a time. */
const mostLines = 12;

/** Conversations that are looked through for the one of exactly that name. */
const mostFound = 100;

/** Commands, places and conversations by a few letters of their name. */
export default function Palette({
  me,
  onHelp,
  onClose,
}: {
  readonly me: WireMe;
  readonly onHelp: () => void;
  readonly onClose: () => void;
}) {
  const t = useWords();
  const p = usePaletteWords();
  const id = useId();
  const [text, setText] = useState("");
  const [index, setIndex] = useState(0);
  const sessions = useSessionsNamed(text.trim());
  const current = book.find(location.hash.split("/c/")[1]?.split("?")[0] ?? cursor.get() ?? "");
  const commands = [
    ...(current === undefined ? [] : sessionCommands(current, t, p)),
    ...pageCommands(me, t, p, onHelp),
  ].filter(({ label }) => isMeant(label, text.trim()));
  const toCommand = (session: WireSession): Command => ({
    id: session.id,
    label: nameOf(session),
    hint: session.key.adapter,
    run: () => navigate(`/c/${session.id}`),
  });
  // Whoever types the name of a conversation wants to go there: what could be done to it must not come first.
  const isNamed = (session: WireSession) => text.trim() !== "" && isMeant(nameOf(session), text.trim());
  const named = sessions.filter(isNamed).slice(0, mostLines / 2);
  const others = sessions.filter((session) => !named.includes(session));
  const found = [...named.map(toCommand), ...commands, ...others.map(toCommand)].slice(0, mostLines);
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
        maxLength={200}
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
            {command.hint !== undefined && (
              <span className="palette-hint" aria-hidden="true">
                {command.hint}
              </span>
            )}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="quiet padded">{t.paletteEmpty}</p>}
    </Dialog>
  );
}

/** Conversations with a text in them: those that the page knows at once, and then those that the gateway finds. */
function useSessionsNamed(typed: string): readonly WireSession[] {
  const text = useDeferredValue(typed);
  const query = useQuery({
    queryKey: ["palette", text],
    queryFn: async ({ signal }) => {
      const query = { q: text, limit: mostFound };
      const page = await call<WireSessionPage>({ path: "/sessions", query, signal });
      book.offerPage(page.items);
      return page.items.map(({ id }) => id);
    },
    enabled: text !== "",
  });
  const found = new Set(query.data);
  return [...book.all()]
    .filter((session) => found.has(session.id) || isMeant(nameOf(session), typed))
    .toSorted(compareBy("-updatedAt"))
    .toSorted((one, other) => Number(nameOf(other) === typed) - Number(nameOf(one) === typed))
    .slice(0, mostLines);
}
