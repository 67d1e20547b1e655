import { useState } from "react";
import type { WireAttachment } from "../../src/wire/transcript.ts";
import { addressOf } from "../api/call.ts";
import { Icon } from "../parts/icon.tsx";
import { sessionPath } from "../state/refresh.ts";
import { useConversationWords } from "../text/conversation.ts";
import { useLanguage } from "../text/words.ts";

/** Pictures that every browser draws, and that hold nothing but pixels. */
const pictures: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

/** The files that came with a message: saved by a click, pictures seen. Everything is read from the gateway itself. */
export function Attachments({
  sessionId,
  messageId,
  list,
}: {
  readonly sessionId: string;
  readonly messageId: string;
  readonly list: readonly WireAttachment[];
}) {
  const c = useConversationWords();
  return (
    <ul className="attachments" aria-label={c.attachments}>
      {list.map((attachment, index) => (
        <li key={index}>
          <Attachment
            attachment={attachment}
            address={addressOf(sessionPath(sessionId, `/attachments/${encodeURIComponent(messageId)}/${index}`))}
          />
        </li>
      ))}
    </ul>
  );
}

function Attachment({ attachment, address }: { readonly attachment: WireAttachment; readonly address: string }) {
  const { name, mediaType, size } = attachment;
  const language = useLanguage();
  const [isBroken, setBroken] = useState(false);
  return (
    <a href={address} download={name} className="attachment" title={mediaType}>
      {pictures.has(mediaType) && !isBroken ? (
        <img src={address} alt="" loading="lazy" decoding="async" onError={() => setBroken(true)} />
      ) : (
        <Icon name="file" />
      )}
      <bdi>{name}</bdi>
      <span className="quiet">{sizeOf(size, language)}</span>
    </a>
  );
}

/** A number of bytes for people. */
function sizeOf(bytes: number, language: string): string {
  const [unit, size] = bytes < 1_000 ? ["byte", 1] : bytes < 1_000_000 ? ["kilobyte", 1_000] : ["megabyte", 1_000_000];
  return (bytes / size).toLocaleString(language, {
    style: "unit",
    unit,
    unitDisplay: "short",
    maximumFractionDigits: size === 1_000_000 ? 1 : 0,
  });
}
