import type { WireMe } from "../../src/wire/access.ts";
import type { WireSession } from "../../src/wire/session.ts";
import { deleteSession, resetSession } from "../actions/removal.ts";
import { changeSession, stopSession } from "../actions/session-actions.ts";
import { navigate } from "../location.ts";
import { toggleDensity } from "../state/density.ts";
import { may } from "../state/me.ts";
import { chooseTheme } from "../state/theme.ts";
import { nameOf } from "../text/session-name.ts";
import { type Dictionary, chooseLanguage } from "../text/words.ts";
import type { usePaletteWords } from "../text/palette.ts";
import { places } from "./places.ts";

/** Something that the palette can do. */
export interface Command {
  readonly id: string;
  readonly label: string;
  /** Said beside it. */
  readonly hint?: string;
  readonly run: () => void;
}

/** What can be done to a session, by whoever is logged in. */
export function sessionCommands(
  session: WireSession,
  t: Dictionary,
  p: ReturnType<typeof usePaletteWords>,
): readonly Command[] {
  const { pinned, muted } = session;
  const all = [
    { operation: "session.stop", label: t.stop, hint: "s", run: () => void stopSession(session) },
    { operation: "session.reset", label: t.reset, hint: "r", run: () => void resetSession(session) },
    { operation: "session.delete", label: t.delete, hint: "Del", run: () => void deleteSession(session) },
    {
      operation: "session.patch",
      label: pinned ? p.unpin : p.pin,
      run: () => void changeSession(session, { pinned: !pinned }),
    },
    {
      operation: "session.patch",
      label: muted ? p.unmute : p.mute,
      run: () => void changeSession(session, { muted: !muted }),
    },
  ];
  return all
    .filter(({ operation }) => may(operation) && (operation !== "session.stop" || session.running !== null))
    .map(({ label, hint, run }) => ({
      id: `do-${label.replaceAll(/\W+/g, "-")}`,
      label: `${label}: ${nameOf(session)}`,
      ...(hint !== undefined && { hint }),
      run,
    }));
}

/** Where one can go, and how the page can look and speak. */
export function pageCommands(
  me: WireMe,
  t: Dictionary,
  p: ReturnType<typeof usePaletteWords>,
  onHelp: () => void,
): readonly Command[] {
  const goings = places
    .filter(({ operation }) => me.operations.includes(operation))
    .map(({ path, name, key }) => ({
      id: `place${path.replace("/", "-")}`,
      label: t.goTo(t[name]),
      ...(key !== undefined && { hint: `g ${key}` }),
      run: () => navigate(path),
    }));
  const themes = (["system", "light", "dark"] as const).map((theme) => ({
    id: `theme-${theme}`,
    label: `${t.theme}: ${t.themes[theme]}`,
    run: () => chooseTheme(theme),
  }));
  return [
    ...goings,
    { id: "density", label: p.density, run: toggleDensity },
    ...themes,
    { id: "language-en", label: `${t.language}: English`, run: () => void chooseLanguage("en") },
    { id: "language-de", label: `${t.language}: Deutsch`, run: () => void chooseLanguage("de") },
    { id: "help", label: t.shortcuts, hint: "?", run: onHelp },
  ];
}

/** Whether a name has every word that was typed, wherever. */
export function isMeant(label: string, typed: string): boolean {
  const text = label.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
