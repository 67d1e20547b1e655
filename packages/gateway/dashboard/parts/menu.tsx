import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import "../style/menu.css";
import { Icon } from "./icon.tsx";

/** A line of a menu. */
export interface MenuLine {
  readonly label: string;
  readonly hint?: string;
  readonly isDangerous?: boolean;
  /** What it does; a line with an address downloads what is there instead. */
  readonly run?: () => void;
  readonly href?: string;
}

/** A button with a menu: arrows, Home and End move in it, Escape and a click elsewhere end it. */
export function Menu({ label, lines }: { readonly label: string; readonly lines: readonly MenuLine[] }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const items = () => [...(list.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
  useEffect(() => {
    if (isOpen) items()[0]?.focus();
  }, [isOpen]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    const all = items();
    const at = all.findIndex((item) => item === document.activeElement);
    const target = {
      ArrowDown: all[(at + 1) % all.length],
      ArrowUp: all.at(at - 1),
      Home: all[0],
      End: all.at(-1),
    }[event.key];
    if (event.key === "Escape") close();
    else if (target === undefined) return;
    target?.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  const leave = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setOpen(false);
  };
  const itemOf = ({ label: text, hint, isDangerous, run, href }: MenuLine): ReactNode => {
    const common = {
      role: "menuitem",
      tabIndex: -1,
      title: hint,
      className: isDangerous === true ? "danger" : undefined,
      onClick: () => {
        close();
        run?.();
      },
    };
    return href === undefined ? (
      <button key={text} type="button" {...common}>
        {text}
      </button>
    ) : (
      <a key={text} href={href} download {...common}>
        {text}
      </a>
    );
  };
  return (
    <div className="menu-frame" onBlur={leave}>
      <button
        ref={button}
        type="button"
        className="button plain square"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="more" />
      </button>
      {isOpen && (
        <div ref={list} className="menu" role="menu" aria-label={label} onKeyDown={press}>
          {lines.map(itemOf)}
        </div>
      )}
    </div>
  );
}
