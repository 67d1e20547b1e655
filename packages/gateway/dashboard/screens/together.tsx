import type { WireOperation } from "../../src/wire/operation.ts";
import { undoBulk } from "../actions/bulk.ts";
import { Ago, Clock } from "../parts/time.tsx";
import { useMay } from "../state/me.ts";
import { queries } from "../state/world.ts";
import { useScreenWords } from "../text/screens.ts";
import { useWords } from "../text/words.ts";
import { Table } from "./screen.tsx";

/** What was removed from many conversations at once, each time to be undone as one. */
export function Together({ operations }: { readonly operations: readonly WireOperation[] }) {
  const t = useWords();
  const s = useScreenWords();
  const mayUndo = useMay("session.bulk");
  const undo = async ({ id, done }: WireOperation) => {
    await undoBulk([id], done);
    await queries.invalidateQueries({ queryKey: ["trash"] });
  };
  return (
    <Table label={s.together} columns={[s.together, s.time, s.until, ""]}>
      {operations.map((operation) => {
        const { id, action, done, startedAt, undoUntil } = operation;
        const what = t.bulkDone(action, done);
        return (
          <tr key={id}>
            <th scope="row">{what}</th>
            <td>
              <Ago at={startedAt} />
            </td>
            <td>{undoUntil !== null && <Clock at={undoUntil} />}</td>
            <td className="buttons">
              {mayUndo && (
                <button
                  type="button"
                  className="button"
                  aria-label={`${t.undo}: ${what}`}
                  onClick={() => void undo(operation)}
                >
                  {t.undo}
                </button>
              )}
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

/** Whether what an operation did can still be undone as one. */
export function isUndoable({ endedAt, undoUntil }: WireOperation): boolean {
  return endedAt !== null && undoUntil !== null && Date.parse(undoUntil) > Date.now();
}
