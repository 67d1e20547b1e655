import type { WireMe } from "../../src/wire/access.ts";
import { call } from "../api/call.ts";
import { Icon } from "../parts/icon.tsx";
import { noteSignedOut } from "../state/login-state.ts";
import { useStore } from "../state/store.ts";
import { type Theme, chooseTheme, theme } from "../state/theme.ts";
import { chooseLanguage, useLanguage, useWords } from "../text/words.ts";
import { places } from "./places.ts";
import { Link } from "../parts/link.tsx";
import { usePath } from "../location.ts";

/** Where one can go, who one is, and how the page looks and speaks. */
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
  const isAt = (to: string) => (to === "/" ? path === "/" || path.startsWith("/c/") : path.startsWith(to));
  return (
    <nav className="navigation" aria-label={t.menu}>
      <strong className="product">{t.product}</strong>
      <ul>
        {places
          .filter(({ operation }) => me.operations.includes(operation))
          .map(({ path: to, name, icon }) => (
            <li key={to}>
              <Link href={to} aria-current={isAt(to) ? "page" : undefined}>
                <Icon name={icon} />
                <span>{t[name]}</span>
              </Link>
            </li>
          ))}
      </ul>
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
  await call<null>({ method: "POST", path: "/auth/logout" }).catch(() => undefined);
  noteSignedOut();
}
