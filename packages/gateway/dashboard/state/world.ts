import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "../api/api-error.ts";
import { Drafts } from "./drafts.ts";
import { rowNotes } from "./row-notes.ts";
import { clearSelection, cursor } from "./selection.ts";
import { SessionBook } from "./session-book.ts";
import { Transcript } from "./transcript.ts";
import { forgetUnsent } from "./unsent.ts";

/** Transcripts that are kept, so that going back to a conversation shows it at once. */
const mostTranscripts = 20;

/** Every session that the page knows. */
export const book = new SessionBook();

/** What runs are writing. */
export const drafts = new Drafts();

/** Everything else that was read. Nothing is asked again by itself that was refused: it would be refused again. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: true,
      retry: (failures, error) => error instanceof ApiError && error.isPassing && failures < 2,
    },
  },
});

const transcripts = new Map<string, Transcript>();

/** The transcript of a session, made when nobody looked at it yet. */
export function transcriptOf(sessionId: string): Transcript {
  const transcript = transcripts.get(sessionId) ?? new Transcript();
  transcripts.delete(sessionId);
  transcripts.set(sessionId, transcript);
  for (const id of transcripts.keys()) if (transcripts.size > mostTranscripts) transcripts.delete(id);
  return transcript;
}

/** The transcript of a session, when somebody looked at it. */
export function knownTranscript(sessionId: string): Transcript | undefined {
  return transcripts.get(sessionId);
}

/** A session is gone: nothing of its text stays in this page. */
export function forgetTexts(sessionId: string): void {
  transcripts.delete(sessionId);
  drafts.drop(sessionId);
}

/** Forgets everything: somebody else may log in. */
export function forgetWorld(): void {
  queries.clear();
  book.clear();
  drafts.clear();
  transcripts.clear();
  forgetUnsent();
  rowNotes.set(new Map());
  clearSelection();
  cursor.set(undefined);
}
