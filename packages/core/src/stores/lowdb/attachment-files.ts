import type { MessageId, SessionId } from "../../identifiers.ts";
import { maximumAttachments } from "../../sessions/attachment.ts";
import type { AttachmentPlace } from "../../sessions/session-store.ts";
import type { AttachedBytes, CopiedAttachments, MessageAttachments } from "../document/document-storage.ts";
import type { DataFolder } from "./data-folder.ts";
import { attachmentFile, attachmentFolder, attachmentNote, shardFolder, shardOf } from "./folder-layout.ts";

/** A message whose attachments were being stored or removed: after a crash, the session tells which of the two holds. */
export interface AttachmentNote {
  readonly id: SessionId;
  readonly epoch: number;
  readonly messageId: MessageId;
}

/**
 * The bytes of attachments, each in a file that is written once. The write of the session's own file decides whether they
 * are there; an empty file, the note, stands beside it from before they are touched until after that write, so that a start
 * need look at no message but those.
 */
export class AttachmentFiles {
  readonly #folder: DataFolder;

  constructor(folder: DataFolder) {
    this.#folder = folder;
  }

  /** Runs the write of a document with the bytes that it will count on stored before, and those that it gives up removed after. */
  async during<Result>(
    id: SessionId,
    beside: {
      readonly attached?: AttachedBytes | undefined;
      readonly detached?: MessageAttachments | undefined;
      readonly copied?: CopiedAttachments | undefined;
    },
    write: () => Promise<Result>,
  ): Promise<Result> {
    const { attached, detached, copied } = beside;
    if (copied !== undefined) await this.#copy(id, copied);
    if (attached !== undefined) await this.#attach(id, attached);
    if (detached !== undefined) await this.#note({ id, ...detached });
    // A write that fails may still be on the disk: then the bytes must be too. The note stays, and the next start decides.
    const result = await write();
    if (attached !== undefined) await this.#settled({ id, ...attached });
    if (detached !== undefined) await this.remove({ id, ...detached });
    return result;
  }

  /** The bytes of an attachment; undefined when there is no file of it. */
  read({ sessionId, epoch }: AttachmentPlace, messageId: MessageId, index: number): Promise<Uint8Array | undefined> {
    return this.#folder.readBytes(attachmentFile({ id: sessionId, epoch, messageId }, index));
  }

  /** Settles after a crash what a note is about. */
  async settle(note: AttachmentNote, isNeeded: boolean): Promise<void> {
    await (isNeeded ? this.#settled(note) : this.remove(note));
  }

  /** Removes what came with a message, durably, and the note. Trouble is reported: the note stays, and the next start tries again. */
  async remove(note: AttachmentNote): Promise<void> {
    const { id, epoch } = note;
    await this.#folder.upkeep(attachmentFolder(id, epoch), async () => {
      for (let index = 0; index < maximumAttachments; index += 1) {
        await this.#folder.remove(attachmentFile(note, index));
      }
      await this.#folder.syncFolder(attachmentFolder(id, epoch));
      await this.#folder.remove(attachmentNote(note));
    });
  }

  async #attach(id: SessionId, { epoch, messageId, bytes }: AttachedBytes): Promise<void> {
    const note = { id, epoch, messageId };
    await this.#makeFolder(id, epoch, note);
    try {
      for (const [index, each] of bytes.entries()) await this.#folder.create(attachmentFile(note, index), each);
      await this.#folder.syncFolder(attachmentFolder(id, epoch));
    } catch (error) {
      // A full disk must not keep what was stored of it until then.
      await this.remove(note);
      throw error;
    }
  }

  /** For a session that is new: without its file, a start removes the folder. */
  async #copy(id: SessionId, { from, messages }: CopiedAttachments): Promise<void> {
    for (const { epoch, messageId, count } of messages) {
      await this.#makeFolder(id, epoch);
      for (let index = 0; index < count; index += 1) {
        const source = { id: from.sessionId, epoch: from.epoch, messageId };
        await this.#folder.link(attachmentFile(source, index), attachmentFile({ id, epoch, messageId }, index));
      }
    }
    const epoch = messages[0]?.epoch;
    if (epoch !== undefined) await this.#folder.syncFolder(attachmentFolder(id, epoch));
  }

  /** The names of folder and note are durable before anything is put into the folder. */
  async #makeFolder(id: SessionId, epoch: number, note?: AttachmentNote): Promise<void> {
    const shard = shardFolder(shardOf(id));
    await this.#folder.ensureFolder(shard);
    if (note !== undefined) await this.#folder.touch(attachmentNote(note));
    await this.#folder.makeFolder(attachmentFolder(id, epoch));
    await this.#folder.syncFolder(shard);
  }

  async #note(note: AttachmentNote): Promise<void> {
    await this.#folder.touch(attachmentNote(note));
    await this.#folder.syncFolder(shardFolder(shardOf(note.id)));
  }

  /** Not synced: a note that comes back after a power cut is looked at again. */
  async #settled(note: AttachmentNote): Promise<void> {
    const file = attachmentNote(note);
    await this.#folder.upkeep(file, () => this.#folder.remove(file));
  }
}
