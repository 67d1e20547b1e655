import { useState } from "react";
import type { WireSession } from "../../src/wire/session.ts";
import { deleteSession } from "../actions/removal.ts";
import { changeSession, regenerateAnswer } from "../actions/session-actions.ts";
import { addressOf } from "../api/call.ts";
import { Confirm } from "../parts/confirm.tsx";
import { Menu, type MenuLine } from "../parts/menu.tsx";
import { useMay } from "../state/me.ts";
import { sessionPath } from "../state/refresh.ts";
import { showToast } from "../state/toasts.ts";
import { nameOf } from "../text/session-name.ts";
import { useWords, words } from "../text/words.ts";
import { RenameDialog } from "./rename-dialog.tsx";

const formats = ["json", "jsonl", "md"] as const;

/** What is done more seldom. */
export function MoreMenu({ session }: { readonly session: WireSession }) {
  const t = useWords();
  const [dialog, setDialog] = useState<"rename" | "purge">();
  const mayPatch = useMay("session.patch");
  const mayRegenerate = useMay("session.regenerate");
  // Only admins may purge, and only admins may make tokens.
  const mayPurge = useMay("token.create");
  const close = () => setDialog(undefined);
  const changes: readonly MenuLine[] = [
    { label: t.rename, run: () => setDialog("rename") },
    { label: session.pinned ? t.unpin : t.pin, run: () => void changeSession(session, { pinned: !session.pinned }) },
    {
      label: session.muted ? t.unmute : t.mute,
      hint: t.muteHint,
      run: () => void changeSession(session, { muted: !session.muted }),
    },
  ];
  const lines: readonly MenuLine[] = [
    ...(mayRegenerate && session.running === null
      ? [{ label: t.regenerate, hint: t.regenerateHint, run: () => void regenerateAnswer(session) }]
      : []),
    ...(mayPatch ? changes : []),
    { label: t.copyLink, run: () => void copy(location.href) },
    { label: t.copyId, run: () => void copy(session.id) },
    ...formats.map((format) => ({
      label: t.exports[format],
      href: addressOf(sessionPath(session.id, "/export"), { format }),
    })),
    ...(mayPurge
      ? [{ label: `${t.purge}…`, hint: t.purgeHint, isDangerous: true, run: () => setDialog("purge") }]
      : []),
  ];
  return (
    <>
      <Menu label={t.more} lines={lines} />
      {dialog === "rename" && <RenameDialog session={session} onClose={close} />}
      {dialog === "purge" && (
        <Confirm
          title={t.purgeTitle(nameOf(session))}
          body={t.purgeBody(session.entries)}
          go={t.purge}
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

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ kind: "done", text: words().copied });
  } catch {
    // Without TLS a browser has no clipboard for pages; the text can be taken from here.
    showToast({ kind: "done", text, until: Date.now() + 30_000 });
  }
}
