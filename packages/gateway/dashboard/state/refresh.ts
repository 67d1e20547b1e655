import type { WireMessagesPage } from "../../src/wire/transcript.ts";
import type { WireRunDetail } from "../../src/wire/run.ts";
import type { WireSession } from "../../src/wire/session.ts";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/call.ts";
import { liveState } from "../live/live-feed.ts";
import { book, drafts, forgetTexts, knownTranscript, queries, transcriptOf } from "./world.ts";

/** Entries of one page of a transcript. */
const pageEntries = 50;

/** How long wishes to read a session gather, in milliseconds. */
const gatherMilliseconds = 300;

/** More sessions than this are read with their list. */
const mostSingles = 8;

/** Where a path about a session is. */
export function sessionPath(id: string, rest = ""): string {
  return `/sessions/${encodeURIComponent(id)}${rest}`;
}

/** Reads a page of a transcript: the newest, or the one before a sequence. What is gone is forgotten, here too. */
export async function readMessages(id: string, before?: number, isWhole = false): Promise<void> {
  const asked = epochOf(id);
  try {
    const path = sessionPath(id, "/messages");
    const page = await call<WireMessagesPage>({ path, query: { limit: pageEntries, before } });
    book.offer(page.session);
    const known = book.find(id);
    if (known !== undefined && known.epoch > page.session.epoch) return;
    transcriptOf(id).merge(page, before, isWhole);
    const { running } = page.session;
    // Without a stream nothing else tells how a run writes on.
    const isUntold = liveState.get().state === "polling" || drafts.find(id)?.runId !== running?.runId;
    if (running !== null && isUntold) await readDraft(id, page.session, running.runId);
    dropFinishedDraft(id, page);
  } catch (error) {
    noteGone(id, error, asked);
    throw error;
  }
}

const opening = new Map<string, Promise<void>>();

/** Reads the newest page of a transcript, for whoever opens it: two that ask at the same time have one answer. */
export function openTranscript(id: string): Promise<void> {
  // From now on it is known, so that what happens meanwhile is read after it.
  transcriptOf(id);
  const begun = opening.get(id) ?? readMessages(id).finally(() => opening.delete(id));
  opening.set(id, begun);
  return begun;
}

/** Reads what a run did from its beginning: it was at work before anybody looked, or a piece was missed. */
export async function readDraft(
  sessionId: string,
  { epoch }: { readonly epoch: number },
  runId: string,
): Promise<void> {
  const run = await call<WireRunDetail>({ path: `/runs/${encodeURIComponent(runId)}` }).catch(() => undefined);
  if (run === undefined || run.text === null || run.state === "ended") return;
  if ((book.find(sessionId)?.epoch ?? 0) > epoch || book.isGone(sessionId)) return;
  drafts.begin({ runId, sessionId, epoch, startedAt: run.startedAt, text: run.text, tools: run.tools });
}

/** A draft that ended goes when the transcript has what became of it, or nothing did. */
function dropFinishedDraft(id: string, { items, session }: WireMessagesPage): void {
  const draft = drafts.find(id);
  if (draft === undefined) return;
  const isStored = items.some((entry) => entry.role === "assistant" && entry.runId === draft.runId);
  if (isStored || (draft.end !== undefined && session.running?.runId !== draft.runId)) drafts.drop(id, draft.runId);
}

/** The epoch of a session, as far as is known. */
function epochOf(id: string): number {
  return book.find(id)?.epoch ?? book.tombstoneOf(id) ?? 0;
}

/** Where the gateway says that a session is gone, it is, unless it was brought back since it was asked at that epoch. */
function noteGone(id: string, error: unknown, asked: number): void {
  if (!(error instanceof ApiError) || (error.status !== 410 && error.status !== 404) || epochOf(id) > asked) return;
  book.bury(id, asked);
  forgetTexts(id);
}

/** Transcripts that are being read, and what is to be read once more after that. */
const pages = new Map<string, "nothing" | "end" | "whole">();

/**
 * The transcript of a session is another: reads its end, when somebody looks at it. Never two reads at a time.
 * @param isWhole true when something further back may have changed as well.
 */
export async function refreshTranscript(id: string, isWhole = false): Promise<void> {
  if (knownTranscript(id) === undefined) return;
  const next = pages.get(id);
  if (next !== undefined) return void pages.set(id, isWhole || next === "whole" ? "whole" : "end");
  pages.set(id, "nothing");
  await readMessages(id, undefined, isWhole).catch(() => undefined);
  const again = pages.get(id);
  pages.delete(id);
  if (again !== "nothing") await refreshTranscript(id, again === "whole");
}

const wanted = new Set<string>();

/** A session changed in a way that no event spelled out: reads it soon, with others that did. */
export function refreshSession(id: string): void {
  wanted.add(id);
  if (wanted.size > 1) return;
  setTimeout(() => {
    const ids = [...wanted];
    wanted.clear();
    if (ids.length > mostSingles) return void queries.invalidateQueries({ queryKey: ["sessions"] });
    for (const each of ids) void readSession(each);
  }, gatherMilliseconds);
}

async function readSession(id: string): Promise<void> {
  const asked = epochOf(id);
  try {
    book.offer(await call<WireSession>({ path: sessionPath(id) }));
  } catch (error) {
    noteGone(id, error, asked);
  }
}
