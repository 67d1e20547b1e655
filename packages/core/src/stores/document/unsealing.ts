import type { AcceptedMark } from "../../sessions/inbox.ts";
import type { TranscriptEntry } from "../../sessions/transcript.ts";
import type { DocumentStorage } from "./document-storage.ts";
import { type RemovedDocument, segmentLength } from "./session-document.ts";
import { blockOf, findMessage, findNewestMessage } from "./turn-block.ts";

/** By how much a clock may have been set back between two messages, in milliseconds: an hour, as when summer time is taken for a change of time. */
const clockTolerance = 3_600_000;

/**
 * The document with as much of its sealed transcript in the tail as it takes for a message to lie there with its whole
 * turn; undefined when the transcript does not have the message. Reads no further back than the message can be.
 */
export function unsealTo<Document extends RemovedDocument>(
  storage: Pick<DocumentStorage, "readSealed">,
  document: Document,
  { messageId, acceptedAt }: AcceptedMark,
): Promise<Document | undefined> {
  const find = (entries: readonly TranscriptEntry[]) => findMessage(entries, messageId);
  return unsealUntil(storage, document, find, (entries) => isOlder(entries, acceptedAt - clockTolerance));
}

/** The document with the whole of its newest turn in the tail; undefined when there is no message of a person at all. */
export function unsealNewest<Document extends RemovedDocument>(
  storage: Pick<DocumentStorage, "readSealed">,
  document: Document,
): Promise<Document | undefined> {
  return unsealUntil(storage, document, findNewestMessage, () => false);
}

async function unsealUntil<Document extends RemovedDocument>(
  storage: Pick<DocumentStorage, "readSealed">,
  document: Document,
  find: (entries: readonly TranscriptEntry[]) => number,
  isPast: (entries: readonly TranscriptEntry[]) => boolean,
): Promise<Document | undefined> {
  let opened = document;
  for (;;) {
    const index = find(opened.tail);
    const isWhole = index !== -1 && blockOf(opened.tail, index).start > 0;
    if (isWhole || opened.sealedSegments === 0) return index === -1 ? undefined : opened;
    if (index === -1 && isPast(opened.tail)) return undefined;
    opened = await unsealOne(storage, opened);
  }
}

async function unsealOne<Document extends RemovedDocument>(
  storage: Pick<DocumentStorage, "readSealed">,
  document: Document,
): Promise<Document> {
  const sealedSegments = document.sealedSegments - 1;
  const start = sealedSegments * segmentLength;
  const entries = await storage.readSealed(document, start, start + segmentLength);
  return { ...document, sealedSegments, tail: [...entries, ...document.tail] };
}

/** Messages stand in the order of their acceptance: once an older one is seen, none behind it can be the one. */
function isOlder(entries: readonly TranscriptEntry[], before: number): boolean {
  return entries.slice(0, segmentLength).some((entry) => entry.role === "user" && entry.at < before);
}
