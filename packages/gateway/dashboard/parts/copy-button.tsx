import { useEffect, useState } from "react";
import { showToast } from "../state/toasts.ts";
import { Icon } from "./icon.tsx";

/** How long the mark that it was copied is seen, in milliseconds. */
const markMilliseconds = 1_500;

/** A button that copies a text, and shows that it did. */
export function CopyButton({
  text,
  label,
  copied,
  className = "button plain square",
}: {
  /** What is copied; asked for when it is wanted. */
  readonly text: () => string;
  readonly label: string;
  /** What is said when it was copied. */
  readonly copied: string;
  readonly className?: string;
}) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), markMilliseconds);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    if (await copyText(text())) setCopied(true);
  };
  return (
    <button type="button" className={className} aria-label={label} title={label} onClick={() => void copy()}>
      <Icon name={isCopied ? "check" : "copy"} />
      <span className="visually-hidden" role="status">
        {isCopied ? copied : ""}
      </span>
    </button>
  );
}

/** Puts a text on the clipboard; where a page has none, as without TLS, it is shown to be taken from there, and the answer is false. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (copyFromField(text)) return true;
    showToast({ kind: "done", text, until: Date.now() + 30_000 });
    return false;
  }
}

/** The way of pages without TLS, which have no clipboard of their own. */
function copyFromField(text: string): boolean {
  const field = document.createElement("textarea");
  const before = document.activeElement;
  field.value = text;
  field.className = "visually-hidden";
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return isCopied;
}
