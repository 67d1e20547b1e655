import { type ReactNode, useEffect, useId, useRef } from "react";
import "../style/dialog.css";
import { useWords } from "../text/words.ts";
import { Icon } from "./icon.tsx";

/**
 * A dialog over the page, the browser's own: it takes the focus and gives it back, keeps the rest of the page out of
 * reach, and ends with Escape or a click beside it.
 */
export function Dialog({
  title,
  className = "",
  isQuestion = false,
  onClose,
  children,
}: {
  readonly title: string;
  readonly className?: string;
  /** True when it asks before something is done; a click beside it is then no answer. */
  readonly isQuestion?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const t = useWords();
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      role={isQuestion ? "alertdialog" : "dialog"}
      className={`dialog ${className}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => !isQuestion && event.target === element.current && onClose()}
    >
      <div className="dialog-body">
        <header>
          <h2 id={id}>
            <bdi>{title}</bdi>
          </h2>
          <button type="button" className="button plain square" aria-label={t.close} onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
