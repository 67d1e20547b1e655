import { hash } from "node:crypto";
import { type MessageId, type SessionId, isMessageId, isSessionId } from "../../identifiers.ts";

/**
 * Where everything lies in the data folder:
 *
 *     sessions/<2 hex>/<session>.json              one session, or what stays of a deleted one
 *     sessions/<2 hex>/<session>.e<epoch>/<n>.json sealed parts of the transcript of that epoch
 *     sessions/<2 hex>/<session>.a<epoch>/<message>.<n> bytes of attachments of messages of that epoch
 *     sessions/<2 hex>/<session>.a<epoch>.<message> that attachments of a message are being stored or removed
 *     sessions/<2 hex>/summaries.jsonl             what lists show of the sessions of that folder; can be rebuilt
 *     deduplication/<yyyy-mm-ddThh>.jsonl          messages accepted in that hour that no session remembers any more
 *     epoch.json                                   the highest epoch that may have been given
 *     probe.json                                   written to find out whether anything can be written
 *     schedules/<schedule>.json                    one schedule
 *     plugins/<plugin>.json                        what one plugin keeps
 *     usage.json                                   what was used, day by day
 *     trash/                                       transcripts on their way out
 *     owner.sqlite, owner.json                     which process has the folder
 *
 * Names are made of random ids and hashes: nothing that a chat service sends can name a file.
 */
export const layout = {
  sessions: "sessions",
  deduplication: "deduplication",
  trash: "trash",
  epoch: "epoch.json",
  probe: "probe.json",
  schedules: "schedules",
  plugins: "plugins",
  usage: "usage.json",
  ownerLock: "owner.sqlite",
  owner: "owner.json",
  summaries: "summaries.jsonl",
} as const;

/** The sessions are spread over this many folders, so that none grows slow: 100,000 sessions are 400 in each. */
export const shardCount = 256;

/** Which of the folders a session lies in. */
export function shardOf(id: SessionId): number {
  return Number.parseInt(hash("sha256", id).slice(0, 2), 16);
}

/** The folder of a shard. */
export function shardFolder(shard: number): string {
  return `${layout.sessions}/${shard.toString(16).padStart(2, "0")}`;
}

/** The file that lists the sessions of a shard. */
export function summariesFile(shard: number): string {
  return `${shardFolder(shard)}/${layout.summaries}`;
}

/** The file of a session. */
export function sessionFile(id: SessionId): string {
  return `${shardFolder(shardOf(id))}/${id}.json`;
}

/** The folder of the sealed transcript of an epoch. */
export function segmentFolder(id: SessionId, epoch: number): string {
  return `${shardFolder(shardOf(id))}/${id}.e${epoch}`;
}

/** The file of a sealed part of a transcript. */
export function segmentFile(id: SessionId, epoch: number, index: number): string {
  return `${segmentFolder(id, epoch)}/${index}.json`;
}

/** Names the attachments of one message. */
export interface AttachmentsName {
  readonly id: SessionId;
  readonly epoch: number;
  readonly messageId: MessageId;
}

/** The folder of the attachments of an epoch. */
export function attachmentFolder(id: SessionId, epoch: number): string {
  return `${shardFolder(shardOf(id))}/${id}.a${epoch}`;
}

/** The file of the bytes of an attachment. */
export function attachmentFile({ id, epoch, messageId }: AttachmentsName, index: number): string {
  return `${attachmentFolder(id, epoch)}/${messageId}.${index}`;
}

/** The empty file that is there while attachments of a message are being stored or removed. */
export function attachmentNote({ id, epoch, messageId }: AttachmentsName): string {
  return `${attachmentFolder(id, epoch)}.${messageId}`;
}

/** The file of the marks of messages that were accepted in the hour of `at`, in milliseconds since 1970. */
export function marksFile(at: number): string {
  return `${layout.deduplication}/${new Date(at).toISOString().slice(0, 13)}.jsonl`;
}

/** What a name in a shard's folder stands for; undefined for everything that is not the store's. */
export type ShardName =
  | { readonly kind: "session"; readonly id: SessionId }
  | { readonly kind: "segments"; readonly id: SessionId; readonly epoch: number }
  | { readonly kind: "attachments"; readonly id: SessionId; readonly epoch: number }
  | ({ readonly kind: "attachment-note" } & AttachmentsName)
  | { readonly kind: "moved-aside"; readonly id: SessionId };

const idLength = "s_".length + 22;

/** Reads a name in a shard's folder. */
export function parseShardName(name: string): ShardName | undefined {
  const id = name.slice(0, idLength);
  if (!isSessionId(id)) return undefined;
  const rest = name.slice(idLength);
  if (rest === ".json") return { kind: "session", id };
  if (/^\.json\.bad-[\d-]+$/.test(rest)) return { kind: "moved-aside", id };
  const [, letter, digits, messageId] = /^\.([ae])(\d+)(?:\.(.+))?$/.exec(rest) ?? [];
  if (digits === undefined) return undefined;
  const epoch = Number(digits);
  if (messageId === undefined) return { kind: letter === "a" ? "attachments" : "segments", id, epoch };
  return letter === "a" && isMessageId(messageId) ? { kind: "attachment-note", id, epoch, messageId } : undefined;
}

/** Whether a name is that of a file that a process was writing when it ended. */
export function isTemporary(name: string): boolean {
  return /\.(json|jsonl)\.\d+\.\d+\.tmp$/.test(name);
}

const hourMilliseconds = 3_600_000;

/** When the hour of a marks file ends, in milliseconds since 1970; undefined when the name is not that of one. */
export function endOfMarksFile(name: string): number | undefined {
  const hour = /^(\d{4}-\d{2}-\d{2}T\d{2})\.jsonl$/.exec(name)?.[1];
  const start = hour === undefined ? Number.NaN : Date.parse(`${hour}:00:00.000Z`);
  return Number.isNaN(start) ? undefined : start + hourMilliseconds;
}
