import { useState } from "react";
import type { WireMe } from "../../src/wire/access.ts";
import { explain } from "../actions/explain.ts";
import { call } from "../api/call.ts";
import { Icon } from "../parts/icon.tsx";
import { noteSignedOut } from "../state/login-state.ts";
import { useStore } from "../state/store.ts";
import { type Theme, chooseTheme, theme } from "../state/theme.ts";
import { showToast } from "../state/toasts.ts";
import { chooseLanguage, useLanguage, useWords } from "../text/words.ts";
import { type Place, places } from "./places.ts";
import { Link } from "../parts/link.tsx";
import { usePath } from "../location.ts";

/** Places that a phone's bar holds. */
const near = 4;

/** Where one can go, who one is, and how the page looks and speaks. A phone shows the first places, and the rest on demand. */
export function Navigation({
  me,
  onPalette,
  onHelp,
}: {
  readonly me: WireMe;
  readonly onPalette: () => void;
  readonly onHelp: () => void;
}) {
  const t = useWords();
  const path = usePath();
  const [openAt, setOpenAt] = useState<string>();
  const isOpen = openAt === path;
  const shown = places.filter(({ operation }) => me.operations.includes(operation));
  const isAt = ({ path: to }: Place) => (to === "/" ? path === "/" || path.startsWith("/c/") : path.startsWith(to));
  const linkTo = (place: Place) => (
    <li key={place.path}>
      <Link href={place.path} aria-current={isAt(place) ? "page" : undefined}>
        <Icon name={place.icon} />
        <span>{t[place.name]}</span>
      </Link>
    </li>
  );
  const close = () => setOpenAt(undefined);
  return (
    <nav
      className="navigation"
      aria-label={t.menu}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) close();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") close();
      }}
    >
      <strong className="product">{t.product}</strong>
      <ul>{shown.slice(0, near).map(linkTo)}</ul>
      <button
        type="button"
        className="button plain only-narrow"
        aria-expanded={isOpen}
        aria-controls="further"
        data-current={shown.slice(near).some(isAt)}
        onClick={() => setOpenAt(isOpen ? undefined : path)}
      >
        <Icon name="more" />
        <span>{t.further}</span>
      </button>
      <div id="further" className="navigation-rest" data-open={isOpen}>
        <ul>{shown.slice(near).map(linkTo)}</ul>
        <div className="navigation-foot">
          <button type="button" className="button plain" onClick={onPalette}>
            <Icon name="search" />
            <span>{t.palette}</span>
            <kbd>Ctrl K</kbd>
          </button>
          <button type="button" className="button plain" onClick={onHelp}>
            <Icon name="terminal" />
            <span>{t.shortcuts}</span>
            <kbd>?</kbd>
          </button>
          <Choices />
          <button type="button" className="button plain" onClick={() => void logOut()}>
            <Icon name="exit" />
            <span>
              {t.logOut} <bdi className="quiet">{me.actor.label}</bdi>
            </span>
          </button>
        </div>
      </div>
    </nav>
  );
}

function Choices() {
  const t = useWords();
  const language = useLanguage();
  const chosen = useStore(theme);
  return (
    <div className="choices">
      <select
        aria-label={t.theme}
        value={chosen}
        onChange={({ target }) => chooseTheme(themes.find((name) => name === target.value) ?? "system")}
      >
        {themes.map((name) => (
          <option key={name} value={name}>
            {t.themes[name]}
          </option>
        ))}
      </select>
      <select
        aria-label={t.language}
        value={language}
        onChange={({ target }) => void chooseLanguage(target.value === "de" ? "de" : "en")}
      >
        <option value="en">English</option>
        <option value="de">Deutsch</option>
      </select>
    </div>
  );
}

const themes: readonly Theme[] = ["system", "light", "dark"];

async function logOut(): Promise<void> {
  try {
    await call<null>({ method: "POST", path: "/auth/logout" });
    noteSignedOut();
  } catch (error) {
    // Whoever walks away believing it would leave the login behind.
    showToast({ kind: "failed", text: explain(error), until: Date.now() + 12_000 });
  }
}
