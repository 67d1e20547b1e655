import { useState } from "react";
import type { WireSession } from "../../src/wire/session.ts";
import { deleteSession } from "../actions/removal.ts";
import { changeSession, regenerateAnswer } from "../actions/session-actions.ts";
import { addressOf } from "../api/call.ts";
import { copyText } from "../parts/copy-button.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { Menu, type MenuLine } from "../parts/menu.tsx";
import { useMay } from "../state/me.ts";
import { sessionPath } from "../state/refresh.ts";
import { showToast } from "../state/toasts.ts";
import { nameOf } from "../text/session-name.ts";
import { useConversationWords } from "../text/conversation.ts";
import { RenameDialog } from "./rename-dialog.tsx";

const formats = ["json", "jsonl", "md"] as const;

/** What is done more seldom. */
export function MoreMenu({ session }: { readonly session: WireSession }) {
  const c = useConversationWords();
  const [dialog, setDialog] = useState<"rename" | "purge">();
  const mayPatch = useMay("session.patch");
  const mayRegenerate = useMay("session.regenerate");
  // Only admins may purge, and only admins may make tokens.
  const mayPurge = useMay("token.create");
  const close = () => setDialog(undefined);
  const changes: readonly MenuLine[] = [
    { label: c.rename, run: () => setDialog("rename") },
    { label: session.pinned ? c.unpin : c.pin, run: () => void changeSession(session, { pinned: !session.pinned }) },
    {
      label: session.muted ? c.unmute : c.mute,
      hint: c.muteHint,
      run: () => void changeSession(session, { muted: !session.muted }),
    },
  ];
  const lines: readonly MenuLine[] = [
    ...(mayRegenerate && session.running === null
      ? [{ label: c.regenerate, hint: c.regenerateHint, run: () => void regenerateAnswer(session) }]
      : []),
    ...(mayPatch ? changes : []),
    { label: c.copyLink, run: () => void copy(location.href, c.copied) },
    { label: c.copyId, run: () => void copy(session.id, c.copied) },
    ...formats.map((format) => ({
      label: c.exports[format],
      href: addressOf(sessionPath(session.id, "/export"), { format }),
    })),
    ...(mayPurge
      ? [{ label: `${c.purge}…`, hint: c.purgeHint, isDangerous: true, run: () => setDialog("purge") }]
      : []),
  ];
  return (
    <>
      <Menu label={c.more} lines={lines} />
      {dialog === "rename" && <RenameDialog session={session} onClose={close} />}
      {dialog === "purge" && (
        <Confirm
          title={c.purgeTitle(nameOf(session))}
          body={c.purgeBody(session.entries, session.waiting, session.key.adapter)}
          go={c.purge}
          onClose={close}
          onGo={() => {
            close();
            void deleteSession(session, { isPurging: true });
          }}
        />
      )}
    </>
  );
}

async function copy(text: string, copied: string): Promise<void> {
  if (await copyText(text)) showToast({ kind: "done", text: copied });
}
