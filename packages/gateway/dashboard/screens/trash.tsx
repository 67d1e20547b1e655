import { useState } from "react";
import type { WireOperationList } from "../../src/wire/operation.ts";
import type { WireDeletion } from "../../src/wire/removal.ts";
import type { WireRemovedSession } from "../../src/wire/trash.ts";
import { undoRemoval } from "../actions/undo.ts";
import { call } from "../api/call.ts";
import { Confirm } from "../parts/confirm.tsx";
import { Ago, Clock } from "../parts/time.tsx";
import { useMay } from "../state/me.ts";
import { sessionPath } from "../state/refresh.ts";
import { queries } from "../state/world.ts";
import { useScreenWords } from "../text/screens.ts";
import { nameOf } from "../text/session-name.ts";
import { useWords } from "../text/words.ts";
import { More } from "./more.tsx";
import { perform, usePages, useRead } from "./read.ts";
import { Loaded, Screen, Table } from "./screen.tsx";
import { Together, isUndoable } from "./together.tsx";

/** What was deleted, or removed from many at once, and can still be brought back, or be gone for good now. */
export default function Trash() {
  const t = useWords();
  const s = useScreenWords();
  const list = usePages<WireRemovedSession>("trash", "/sessions", { trash: true });
  // Not every one of them is told of.
  const { data } = useRead<WireOperationList>("trash", "/operations", { isWatched: true });
  const together = data?.items.filter(isUndoable) ?? [];
  return (
    <Screen title={t.trash} lead={s.trashLead}>
      {together.length > 0 && <Together operations={together} />}
      <Loaded
        query={list}
        isEmpty={({ items }) => items.length === 0}
        empty={together.length === 0 ? s.trashEmpty : s.trashBare}
      >
        {({ items }) => (
          <Table label={t.trash} columns={[s.conversation, s.entries, s.deletedAt, s.until, ""]}>
            {items.map((removed) => (
              <Removed key={removed.id} removed={removed} />
            ))}
          </Table>
        )}
      </Loaded>
      <More list={list} />
    </Screen>
  );
}

function Removed({ removed }: { readonly removed: WireRemovedSession }) {
  const t = useWords();
  const s = useScreenWords();
  const [isAsking, setAsking] = useState(false);
  const mayRestore = useMay("session.restore");
  // Only admins may purge, and only admins may make tokens.
  const mayPurge = useMay("token.create");
  const { id, key, owner, epoch, entries, deletedAt, undoUntil } = removed;
  const name = nameOf(removed);
  const restore = async () => {
    await undoRemoval({ kind: "delete", session: removed, epoch, undoUntil });
    await queries.invalidateQueries({ queryKey: ["trash"] });
  };
  const purge = () => {
    setAsking(false);
    const deleting = () => call<WireDeletion>({ method: "DELETE", path: sessionPath(id), query: { purge: true } });
    void perform(deleting, s.notDone, "trash");
  };
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>{" "}
        <span className="quiet">
          {key.adapter}
          {owner.name !== null && (
            <>
              {" · "}
              <bdi>{owner.name}</bdi>
            </>
          )}
        </span>
      </th>
      <td>{entries}</td>
      <td>
        <Ago at={deletedAt} />
      </td>
      <td>
        <Clock at={undoUntil} />
      </td>
      <td className="buttons">
        {mayRestore && (
          <button type="button" className="button" aria-label={`${s.restore}: ${name}`} onClick={() => void restore()}>
            {s.restore}
          </button>
        )}
        {mayPurge && (
          <button
            type="button"
            className="button danger"
            aria-label={`${s.purge}: ${name}`}
            onClick={() => setAsking(true)}
          >
            {s.purge}
          </button>
        )}
        {isAsking && (
          <Confirm
            title={s.purgeTitle(name)}
            body={s.purgeBody(t.messages(entries))}
            go={s.purge}
            onClose={() => setAsking(false)}
            onGo={purge}
          />
        )}
      </td>
    </tr>
  );
}
