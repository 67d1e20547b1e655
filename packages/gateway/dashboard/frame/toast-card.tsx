import { useEffect, useState } from "react";
import { Icon } from "../parts/icon.tsx";
import { type Toast, dropToast } from "../state/toasts.ts";
import { useWords } from "../text/words.ts";

/** One word at the edge of the page, until its time. */
export default function ToastCard({ toast }: { readonly toast: Toast }) {
  const t = useWords();
  const left = useSecondsUntil(toast.until);
  useEffect(() => {
    if (left <= 0) dropToast(toast.id);
  }, [left, toast.id]);
  return (
    <div className="toast" data-kind={toast.kind}>
      <p>
        <bdi>{toast.text}</bdi>
      </p>
      {toast.actions.map(({ label, run, isUndo }) => (
        <button
          key={label}
          type="button"
          className="button"
          onClick={() => {
            dropToast(toast.id);
            run();
          }}
        >
          {label}
          {isUndo === true && <span className="count"> {timeLeft(left)}</span>}
        </button>
      ))}
      <button type="button" className="button plain square" aria-label={t.close} onClick={() => dropToast(toast.id)}>
        <Icon name="close" />
      </button>
    </div>
  );
}

function timeLeft(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function useSecondsUntil(until: number): number {
  const secondsLeft = () => Math.max(0, Math.ceil((until - Date.now()) / 1_000));
  const [left, setLeft] = useState(secondsLeft);
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsLeft), 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}
