import { Dialog } from "../parts/dialog.tsx";
import { useWords } from "../text/words.ts";

/** Every key, and what it does. */
export default function Help({ onClose }: { readonly onClose: () => void }) {
  const t = useWords();
  const rows: readonly (readonly [keys: readonly string[], text: string])[] = [
    [["j", "k", "PgDn", "Home", "End"], t.keys.move],
    [["Enter"], t.keys.open],
    [["x"], t.keys.select],
    [["Del"], t.keys.delete],
    [["r"], t.keys.reset],
    [["s"], t.keys.stop],
    [["z"], t.keys.undo],
    [["m"], t.keys.write],
    [["/"], t.keys.search],
    [["g c", "g r", "g h", "g s", "g u", "g t", "g a", "g l"], t.keys.go],
    [["Ctrl K", "⌘ K"], t.keys.palette],
    [["?"], t.keys.help],
    [["Esc"], t.keys.back],
  ];
  return (
    <Dialog title={t.shortcuts} onClose={onClose}>
      <dl className="keys">
        {rows.map(([keys, text]) => (
          <div key={text}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
