import { loaded } from "../parts/loaded.tsx";
import { useStore } from "../state/store.ts";
import { mostToasts, toasts } from "../state/toasts.ts";

const ToastCard = loaded(async () => (await import("./later.ts")).ToastCard);

/** What was just done, and how to undo it. Read aloud without taking the focus. */
export function Toasts() {
  const shown = useStore(toasts);
  return (
    <div className="toasts" role="log" aria-live="polite" aria-relevant="additions">
      {shown.slice(-mostToasts).map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}
