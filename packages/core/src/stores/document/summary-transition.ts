import type { NewSummary } from "../../sessions/summary.ts";
import { type SessionDocument, countEntries } from "./session-document.ts";

/**
 * Keeps a summary in place of the one before. One that was made of entries that have been changed or taken out since is
 * dropped, so is one that covers less: the session stays as it is.
 */
export function summarizeOlder(document: SessionDocument, { amendments, ...summary }: NewSummary): SessionDocument {
  const isOutdated = amendments !== (document.amendments ?? 0) || summary.upTo > countEntries(document);
  if (isOutdated || (document.summary?.upTo ?? 0) >= summary.upTo) return document;
  return { ...document, summary };
}
