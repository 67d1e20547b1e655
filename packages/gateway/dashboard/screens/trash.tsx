import type { WireRemovedSession } from "../../src/wire/trash.ts";
import { undoRemoval } from "../actions/undo.ts";
import { Ago } from "../parts/time.tsx";
import { useMay } from "../state/me.ts";
import { queries } from "../state/world.ts";
import { useScreenWords } from "../text/screens.ts";
import { nameOf } from "../text/session-name.ts";
import { useWords } from "../text/words.ts";
import { usePages } from "./read.ts";
import { Loaded, Screen, Table } from "./screen.tsx";

/** What was deleted and can still be brought back. */
export default function Trash() {
  const t = useWords();
  const s = useScreenWords();
  const mayRestore = useMay("session.restore");
  const pages = usePages<WireRemovedSession>("trash", "/sessions", { trash: true });
  const restore = async (removed: WireRemovedSession) => {
    await undoRemoval({ kind: "delete", session: removed, epoch: removed.epoch, undoUntil: removed.undoUntil });
    await queries.invalidateQueries({ queryKey: ["trash"] });
  };
  return (
    <Screen title={t.trash} lead={s.trashLead}>
      <Loaded
        query={pages}
        isEmpty={({ pages: read }) => read.every(({ items }) => items.length === 0)}
        empty={s.trashEmpty}
      >
        {({ pages: read }) => (
          <Table label={t.trash} columns={[s.conversation, s.entries, s.deletedAt, s.until, ""]}>
            {read
              .flatMap(({ items }) => items)
              .map((removed) => (
                <tr key={removed.id}>
                  <th scope="row">
                    <bdi>{nameOf(removed)}</bdi>
                  </th>
                  <td>{removed.entries}</td>
                  <td>
                    <Ago at={removed.deletedAt} />
                  </td>
                  <td>
                    <Ago at={removed.undoUntil} />
                  </td>
                  <td>
                    {mayRestore && (
                      <button type="button" className="button" onClick={() => void restore(removed)}>
                        {s.restore}
                      </button>
                    )}
                  </td>
                </tr>
              ))}
          </Table>
        )}
      </Loaded>
    </Screen>
  );
}
