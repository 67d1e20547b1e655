import { useWords } from "../text/words.ts";
import { Dialog } from "./dialog.tsx";

/** Asks before something that reaches far. Escape and the button that has the focus leave everything as it is. */
export function Confirm({
  title,
  body,
  go,
  onGo,
  onClose,
}: {
  readonly title: string;
  readonly body: string;
  readonly go: string;
  readonly onGo: () => void;
  readonly onClose: () => void;
}) {
  const t = useWords();
  return (
    <Dialog title={title} className="small" isQuestion onClose={onClose}>
      <p className="quiet">{body}</p>
      <div className="dialog-foot">
        <button type="button" className="button" data-autofocus onClick={onClose}>
          {t.cancel}
        </button>
        <button type="button" className="button danger solid" onClick={onGo}>
          {go}
        </button>
      </div>
    </Dialog>
  );
}
