import { Suspense, lazy, useEffect, useState } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import type { WireMe } from "../../src/wire/access.ts";
import { applyEvent } from "../live/apply-event.ts";
import { followEvents } from "../live/live-feed.ts";
import { navigate } from "../location.ts";
import { Conversations } from "../sessions/conversations.tsx";
import { undoNewest } from "../state/toasts.ts";
import { useWords } from "../text/words.ts";
import { useKeys } from "./keys.ts";
import { LiveMark } from "./live-mark.tsx";
import { loadAhead } from "./load-ahead.ts";
import { Navigation } from "./navigation.tsx";
import { places } from "./places.ts";
import { Toasts } from "./toasts.tsx";

/** Screens that are loaded when somebody goes there. */
const screens = [
  ["/health", lazy(() => import("../screens/health.tsx"))],
  ["/chat", lazy(() => import("../screens/web-chat.tsx"))],
  ["/schedules", lazy(() => import("../screens/schedules.tsx"))],
  ["/usage", lazy(() => import("../screens/usage.tsx"))],
  ["/trash", lazy(() => import("../screens/trash.tsx"))],
  ["/audit", lazy(() => import("../screens/audit.tsx"))],
  ["/logs", lazy(() => import("../screens/logs.tsx"))],
  ["/access", lazy(() => import("../screens/access.tsx"))],
  ["/settings", lazy(() => import("../screens/settings.tsx"))],
] as const;

const Help = lazy(() => import("./help.tsx"));
const Palette = lazy(() => import("./palette.tsx"));

/** The frame around every screen: where one can go, whether it is live, and what was just done. */
export function Frame({ me }: { readonly me: WireMe }) {
  const t = useWords();
  const [dialog, setDialog] = useState<"help" | "palette">();
  const [path] = useLocation();
  useEffect(loadAhead, []);
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
        <Suspense fallback={<p className="late padded">{t.live.connecting}</p>}>
          <Switch>
            <Route path="/c/:id">{({ id }) => <Conversations id={id} />}</Route>
            <Route path="/">
              <Conversations id={undefined} />
            </Route>
            {screens.map(([path, Shown]) => (
              <Route key={path} path={path} component={Shown} />
            ))}
            <Redirect to="/" />
          </Switch>
        </Suspense>
      </main>
      <Toasts />
      {/* What is typed while it comes is meant for it, and for nothing behind it. */}
      <Suspense fallback={<div role="dialog" hidden />}>
        {dialog === "help" && <Help onClose={() => setDialog(undefined)} />}
        {dialog === "palette" && (
          <Palette me={me} onHelp={() => setDialog("help")} onClose={() => setDialog(undefined)} />
        )}
      </Suspense>
    </div>
  );
}

function focusContent(event: { preventDefault(): void }): void {
  event.preventDefault();
  document.querySelector<HTMLElement>("#content")?.focus();
}
