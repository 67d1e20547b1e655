import type { WireVisitorPage, WireVisitorSent } from "../../src/wire/visitor.ts";
import type { WireVisitorStreamEvent } from "../../src/wire/visitor-event.ts";
import { ApiError } from "../api/api-error.ts";
import { randomId } from "../api/random-id.ts";
import { type StreamState, canShareStreams, shareStream } from "../live/shared-stream.ts";
import { createStore } from "../state/store.ts";
import { ask, connect, enter, leave, token } from "./ask.ts";
import { type TalkStep, type TalkView, noTalk, takeEvent, takeOlder, takePage } from "./talk.ts";

/** How often messages are read where there is no stream, in milliseconds. */
const pollMilliseconds = 2_000;

/** How soon a read that failed is tried again, in milliseconds. */
const againMilliseconds = 3_000;

/** A message that the gateway has not taken yet. */
export interface Unsent {
  readonly key: string;
  readonly text: string;
  /** Why it was not taken; undefined while it is on its way. */
  readonly error: ApiError | undefined;
  /** Its id once it was taken: it stays until the messages that are shown have it. */
  readonly id: string | undefined;
  /** Ids of the messages that were there before it. */
  readonly before: readonly (string | null)[];
}

/** A command and what the bot said to it, which is kept nowhere. */
export interface Word {
  readonly key: string;
  readonly asked: string;
  readonly text: string;
  /** The place of the entry that it came after. */
  readonly after: number;
}

/** The conversation. */
export const talk = createStore(noTalk);
/** What was written and not taken. */
export const unsent = createStore<readonly Unsent[]>([]);
/** What commands said since the conversation began, while this page is open. */
export const words = createStore<readonly Word[]>([]);
/** How the page stands with the gateway. */
export const link = createStore<StreamState | "idle">("idle");
/** Whether the chat was ended elsewhere: by an operator, or because nobody was here for long. */
export const hasEnded = createStore(false);

/** How often something was told of the conversation: a page that was asked for before does not know it. */
let changes = 0;
let reading: Promise<void> | undefined;
let isReadAgain = false;

/** Follows the conversation of whoever has a token, from now on. */
export function startChat(): void {
  let stop = follow();
  token.subscribe(() => {
    stop();
    if (token.get() === undefined) {
      hasEnded.set(talk.get().entries.length + talk.get().waiting.length > 0);
      empty();
    }
    stop = follow();
  });
}

/** Sends a message; what comes of it is in the stores. */
export async function send(text: string): Promise<void> {
  hasEnded.set(false);
  const message: Unsent = { key: randomId(), text, error: undefined, id: undefined, before: shownIds() };
  unsent.update((messages) => [...messages, message]);
  await deliver(message);
}

/**
 * Whether a message is among those that are shown: the events may tell of it before the gateway's answer to it is there.
 */
export function isShown({ id, text, before }: Unsent, { entries, waiting }: TalkView): boolean {
  const isIt = (shown: { readonly id: string | null; readonly text: string }) =>
    id === undefined ? shown.text === text && !before.includes(shown.id) : shown.id === id;
  return entries.some(isIt) || waiting.some(isIt);
}

function shownIds(): readonly (string | null)[] {
  const { entries, waiting } = talk.get();
  return [...entries, ...waiting].map(({ id }) => id);
}

/** Sends again what was not taken: under the same key, so that it is taken once. */
export async function sendAgain(message: Unsent): Promise<void> {
  change(message.key, { error: undefined });
  await deliver(message);
}

/** Gives up what was not taken. */
export function discard({ key }: Pick<Unsent, "key">): void {
  unsent.update((messages) => messages.filter((one) => one.key !== key));
}

/** Ends the answer that is being written. @throws ApiError */
export async function stopAnswer(): Promise<void> {
  await ask({ method: "POST", path: "/visitor/stop", body: { runId: talk.get().draft?.runId } });
}

/** Begins a new conversation in place of this one. @throws ApiError */
export async function beginAnew(): Promise<void> {
  if (token.get() === undefined) return empty();
  const { epoch } = await ask<{ readonly epoch: number }>({ method: "POST", path: "/visitor/reset" });
  take(takeEvent(talk.get(), { type: "chat.clear", at: "", epoch }));
}

/** Removes everything that was said here, for good. @throws ApiError */
export async function forgetMe(): Promise<void> {
  if (token.get() !== undefined) await ask({ method: "DELETE", path: "/visitor" });
  empty();
  leave();
}

/** Reads the messages before those that are shown. */
export async function readOlder(): Promise<void> {
  const before = talk.get().nextBefore;
  if (before === null) return;
  const page = await ask<WireVisitorPage>({ path: `/visitor/messages?before=${before}` }).catch(() => undefined);
  if (page !== undefined) talk.update((view) => takeOlder(view, page, before));
}

async function deliver({ key, text }: Unsent): Promise<void> {
  try {
    await enter();
    const headers = { "Idempotency-Key": key };
    const sent = await ask<WireVisitorSent>({ method: "POST", path: "/visitor/messages", body: { text }, headers });
    changes += 1;
    if ("messageId" in sent) {
      change(key, { id: sent.messageId });
      await read();
      return;
    }
    await read();
    const after = talk.get().entries.at(-1)?.sequence ?? -1;
    if ("command" in sent) words.update((known) => [...known, { key, asked: text, text: sent.text, after }]);
    discard({ key });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    change(key, { error });
  }
}

function change(key: string, changed: Partial<Unsent>): void {
  unsent.update((messages) => messages.map((one) => (one.key === key ? { ...one, ...changed } : one)));
}

function empty(): void {
  changes += 1;
  talk.set({ ...noTalk, isLoaded: true });
  words.set([]);
}

/** Follows what happens; the returned function ends it. */
function follow(): () => void {
  const mine = token.get();
  if (mine === undefined) {
    link.set("idle");
    talk.update((view) => ({ ...view, isLoaded: true }));
    return () => undefined;
  }
  if (!canShareStreams()) {
    const timer = setInterval(() => void read(), pollMilliseconds);
    void read();
    return () => clearInterval(timer);
  }
  // A tab that follows another one's stream is told of what happens from now on, and of nothing before.
  void read();
  return shareStream<WireVisitorStreamEvent>({
    name: `keyturn-chat ${new URL(".", document.baseURI).pathname} ${mine.slice(0, 25)}`,
    connect: (headers, signal) => connect({ path: "/visitor/events", headers, signal }),
    onEvent(event) {
      changes += 1;
      take(takeEvent(talk.get(), event));
    },
    onState: link.set,
  });
}

function take({ view, isStale }: TalkStep): void {
  if (view.epoch > talk.get().epoch) words.set([]);
  talk.set(view);
  if (isStale) void read();
}

/** Reads the newest page, and again while something was told of meanwhile. */
function read(): Promise<void> {
  isReadAgain = true;
  reading ??= readUntilKnown().finally(() => {
    reading = undefined;
  });
  return reading;
}

async function readUntilKnown(): Promise<void> {
  while (isReadAgain && token.get() !== undefined) {
    isReadAgain = false;
    const [known, mine, taken] = [changes, token.get(), unsent.get().filter(({ id }) => id !== undefined)];
    const page = await ask<WireVisitorPage>({ path: "/visitor/messages" }).catch(() => undefined);
    if (token.get() !== mine) return;
    if (!canShareStreams()) link.set(page === undefined ? "reconnecting" : "connected");
    if (page === undefined) {
      setTimeout(() => void read(), againMilliseconds);
      return;
    }
    const { view, isStale } = takePage(talk.get(), page, known !== changes);
    if (view.epoch > talk.get().epoch && talk.get().epoch > 0) words.set([]);
    talk.set(view);
    isReadAgain ||= isStale;
    // What was taken before the page was asked for is in it, or was removed since.
    if (!isStale) unsent.update((messages) => messages.filter(({ key }) => !taken.some((one) => one.key === key)));
  }
}
