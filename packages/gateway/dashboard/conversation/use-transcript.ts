import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import type { WireSession } from "../../src/wire/session.ts";
import { liveState } from "../live/live-feed.ts";
import type { Draft } from "../state/drafts.ts";
import { resetting } from "../state/demanded.ts";
import { openTranscript, readMessages } from "../state/refresh.ts";
import { useStore } from "../state/store.ts";
import type { TranscriptView } from "../state/transcript.ts";
import { book, drafts, transcriptOf } from "../state/world.ts";

/** How often a conversation is read where there is no stream, in milliseconds. */
const pollMilliseconds = 2_000;

/** What a conversation shows. */
export interface ConversationView {
  /** Undefined until it was read, and when it is gone. */
  readonly session: WireSession | undefined;
  readonly isGone: boolean;
  readonly transcript: TranscriptView;
  readonly draft: Draft | undefined;
  readonly error: unknown;
  readonly isReadingOlder: boolean;
  /** Whether older entries could not be read: they are asked for again when somebody says so. */
  readonly hasOlderFailed: boolean;
  readonly readOlder: () => void;
  readonly retry: () => void;
}

/** A conversation, from what is known at once, and then from the gateway, live. */
export function useTranscript(id: string): ConversationView {
  const isGone = useSyncExternalStore(book.subscribe, () => book.isGone(id));
  const session = useSyncExternalStore(book.subscribe, () => (book.isGone(id) ? undefined : book.find(id)));
  const draft = useSyncExternalStore(drafts.subscribe, () => drafts.find(id));
  // A deleted session's transcript is forgotten; one that comes back has a new one.
  const transcript = useStore(transcriptOf(id).view);
  const { epoch, nextBefore } = transcript;
  const { state } = useStore(liveState);
  const [error, setError] = useState<unknown>();
  const [isReadingOlder, setReadingOlder] = useState(false);
  const [hasOlderFailed, setOlderFailed] = useState(false);

  const read = useCallback(() => {
    openTranscript(id).then(() => setError(undefined), setError);
  }, [id]);
  useEffect(() => {
    if (!isGone) read();
  }, [read, isGone]);
  useEffect(() => {
    if (state !== "polling" || isGone) return;
    const timer = setInterval(read, pollMilliseconds);
    return () => clearInterval(timer);
  }, [read, state, isGone]);

  const readOlder = useCallback(() => {
    if (nextBefore === null) return;
    setReadingOlder(true);
    void readMessages(id, nextBefore)
      .then(
        () => setOlderFailed(false),
        () => setOlderFailed(true),
      )
      .finally(() => setReadingOlder(false));
  }, [id, nextBefore]);
  const isEmptied = useStore(resetting).get(id) === epoch;
  return {
    session,
    isGone,
    transcript: isEmptied ? emptied(transcript) : transcript,
    draft: isEmptied ? undefined : draft,
    error,
    isReadingOlder,
    hasOlderFailed,
    readOlder,
    retry: read,
  };
}

/** What a transcript is while its reset is on the way. */
const emptied = (view: TranscriptView): TranscriptView => ({ ...view, entries: [], queue: [], nextBefore: null });
