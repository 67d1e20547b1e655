import type { MessageId, SessionId } from "../../identifiers.ts";
import type { AttachmentPlace } from "../../sessions/session-store.ts";
import type { AttachedBytes, CopiedAttachments, MessageAttachments } from "../document/document-storage.ts";

/** The bytes of attachments, in memory: by session and epoch, then by message. */
export class MemoryAttachments {
  readonly #places = new Map<string, Map<MessageId, readonly Uint8Array[]>>();

  /** Keeps the bytes as they are now, whatever the caller does with its own. */
  attach(sessionId: SessionId, { epoch, messageId, bytes }: AttachedBytes): void {
    const place = nameOf({ sessionId, epoch });
    const messages = this.#places.get(place) ?? new Map<MessageId, readonly Uint8Array[]>();
    messages.set(
      messageId,
      bytes.map((each) => new Uint8Array(each)),
    );
    this.#places.set(place, messages);
  }

  copy(sessionId: SessionId, { from, messages }: CopiedAttachments): void {
    const kept = this.#places.get(nameOf(from));
    for (const { epoch, messageId } of messages) {
      const bytes = kept?.get(messageId);
      if (bytes !== undefined) this.attach(sessionId, { epoch, messageId, bytes });
    }
  }

  detach(sessionId: SessionId, { epoch, messageId }: MessageAttachments): void {
    this.#places.get(nameOf({ sessionId, epoch }))?.delete(messageId);
  }

  discard(place: AttachmentPlace): void {
    this.#places.delete(nameOf(place));
  }

  read(place: AttachmentPlace, messageId: MessageId, index: number): Uint8Array | undefined {
    return this.#places.get(nameOf(place))?.get(messageId)?.[index];
  }
}

function nameOf({ sessionId, epoch }: AttachmentPlace): string {
  return `${sessionId}.a${epoch}`;
}
