import { useEffect, useState } from "react";
import type { WireMe } from "../../src/wire/access.ts";
import { applyEvent } from "../live/apply-event.ts";
import { followEvents } from "../live/live-feed.ts";
import { navigate, usePath } from "../location.ts";
import { loaded } from "../parts/loaded.tsx";
import type * as Screens from "../screens/all.ts";
import { Conversations } from "../sessions/conversations.tsx";
import { undoNewest } from "../state/toasts.ts";
import { useWords } from "../text/words.ts";
import { useKeys } from "./keys.ts";
import { LiveMark } from "./live-mark.tsx";
import { loadAhead } from "./load-ahead.ts";
import { Net } from "./net.tsx";
import { Navigation } from "./navigation.tsx";
import { places } from "./places.ts";
import { Toasts } from "./toasts.tsx";

const later = (name: keyof typeof Screens) => loaded(async () => (await import("../screens/all.ts"))[name], Coming);

/** Screens that are loaded when somebody goes there. */
const screens = [
  ["/health", later("Health")],
  ["/chat", later("WebChat")],
  ["/schedules", later("Schedules")],
  ["/usage", later("Usage")],
  ["/trash", later("Trash")],
  ["/audit", later("Audit")],
  ["/logs", later("Logs")],
  ["/access", later("Access")],
  ["/settings", later("Settings")],
] as const;

// What is typed while a dialog comes is meant for it, and for nothing behind it.
const NoDialog = () => <div role="dialog" hidden />;
const Help = loaded(async () => (await import("./later.ts")).Help, NoDialog);
const Palette = loaded(async () => (await import("./later.ts")).Palette, NoDialog);

/** The frame around every screen: where one can go, whether it is live, and what was just done. */
export function Frame({ me }: { readonly me: WireMe }) {
  const t = useWords();
  const [dialog, setDialog] = useState<"help" | "palette">();
  const path = usePath();
  const id = /^\/c\/([^/]+)$/.exec(path)?.[1];
  const Shown = screens.find(([to]) => to === path)?.[1];
  const isNowhere = Shown === undefined && id === undefined && path !== "/";
  useEffect(loadAhead, []);
  useEffect(() => {
    if (isNowhere) navigate("/", { replace: true });
  }, [isNowhere]);
  useEffect(() => followEvents(me.loginId ?? me.actor.id, applyEvent), [me]);

  const goings = places.flatMap(({ path: to, key, operation }) =>
    key !== undefined && me.operations.includes(operation) ? [[`g ${key}`, () => navigate(to)] as const] : [],
  );
  useKeys({
    "?": () => setDialog("help"),
    "Mod+k": () => setDialog("palette"),
    z: () => void undoNewest(),
    ...Object.fromEntries(goings),
    // Runs in flight are the first that the health screen shows.
    "g r": () => navigate("/health"),
  });

  return (
    <div className="frame" data-screen={path.startsWith("/c/") ? "conversation" : "screen"}>
      <a className="skip" href="#content" onClick={focusContent}>
        {t.skip}
      </a>
      <Navigation me={me} onPalette={() => setDialog("palette")} onHelp={() => setDialog("help")} />
      <LiveMark />
      <main id="content" tabIndex={-1}>
        <Net key={Shown === undefined ? "/" : path}>{Shown === undefined ? <Conversations id={id} /> : <Shown />}</Net>
      </main>
      <Toasts />
      {dialog === "help" && <Help onClose={() => setDialog(undefined)} />}
      {dialog === "palette" && (
        <Palette me={me} onHelp={() => setDialog("help")} onClose={() => setDialog(undefined)} />
      )}
    </div>
  );
}

function Coming() {
  const t = useWords();
  return <p className="late padded">{t.live.connecting}</p>;
}

function focusContent(event: { preventDefault(): void }): void {
  event.preventDefault();
  document.querySelector<HTMLElement>("#content")?.focus();
}
