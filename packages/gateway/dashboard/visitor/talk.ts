import type { WireVisitorEntry, WireVisitorMessage, WireVisitorPage } from "../../src/wire/visitor.ts";
import type { WireVisitorStreamEvent } from "../../src/wire/visitor-event.ts";

/** What is being written. */
export interface TalkDraft {
  readonly runId: string;
  readonly text: string;
}

/** What is known of the conversation. */
export interface TalkView {
  readonly epoch: number;
  /** Oldest first. */
  readonly entries: readonly WireVisitorEntry[];
  readonly nextBefore: number | null;
  readonly waiting: readonly WireVisitorMessage[];
  readonly draft: TalkDraft | undefined;
  readonly isLoaded: boolean;
}

/** Before anything is known. */
export const noTalk: TalkView = {
  epoch: 0,
  entries: [],
  nextBefore: null,
  waiting: [],
  draft: undefined,
  isLoaded: false,
};

/** What a page or an event makes of what was known. */
export interface TalkStep {
  readonly view: TalkView;
  /** Whether the messages must be read again. */
  readonly isStale: boolean;
}

/**
 * Takes the newest page in. One of an older epoch tells of what was removed since, and is dropped; so is one that was
 * asked for before something was told of that it does not know yet.
 * @param isOld whether an event or an acceptance came after the page was asked for.
 */
export function takePage(view: TalkView, page: WireVisitorPage, isOld: boolean): TalkStep {
  if (page.epoch < view.epoch && (page.epoch !== 0 || isOld)) return { view, isStale: isOld };
  const isSame = page.epoch === view.epoch;
  const draft = draftOf(isSame ? view.draft : undefined, page, isOld);
  const { epoch, waiting } = page;
  return {
    view: { ...joined(isSame ? view : noTalk, page), epoch, waiting, draft, isLoaded: true },
    isStale: isOld,
  };
}

/** Takes a page of older messages in. */
export function takeOlder(view: TalkView, page: WireVisitorPage, before: number): TalkView {
  if (page.epoch !== view.epoch || view.nextBefore !== before) return view;
  return { ...view, entries: [...page.items, ...view.entries], nextBefore: page.nextBefore };
}

/** Takes an event in. */
export function takeEvent(view: TalkView, event: WireVisitorStreamEvent): TalkStep {
  if (event.type === "hello") return { view, isStale: true };
  // Too much was missed: what was told of a draft is not believed any more.
  if (event.type === "resync") return { view: { ...view, draft: undefined }, isStale: true };
  if (event.epoch < view.epoch) return { view, isStale: false };
  const { epoch } = event;
  switch (event.type) {
    case "chat.clear":
      if (epoch === view.epoch) return { view, isStale: false };
      return { view: { ...noTalk, epoch, isLoaded: true }, isStale: true };
    case "chat.start":
      return { view: { ...view, draft: { runId: event.runId, text: "" } }, isStale: true };
    case "chat.draft": {
      const { draft, entries } = view;
      if (entries.some(({ id }) => id === event.runId)) return { view, isStale: false };
      if (draft?.runId !== event.runId || draft.text.length < event.offset) return { view, isStale: true };
      const text = draft.text.slice(0, event.offset) + event.text;
      // A page that was read meanwhile may know more already.
      return { view: text.length < draft.text.length ? view : { ...view, draft: { ...draft, text } }, isStale: false };
    }
    case "chat.end":
    case "chat.change":
      return { view, isStale: true };
  }
}

/** Older entries that were read stay, unless there would be a hole between them and the newest page. */
function joined({ entries, nextBefore }: TalkView, page: WireVisitorPage): Pick<TalkView, "entries" | "nextBefore"> {
  const first = page.nextBefore;
  const older = first === null ? [] : entries.filter(({ sequence }) => sequence < first);
  const isJoined = older.length < entries.length;
  if (older.length === 0 || !isJoined) return { entries: page.items, nextBefore: first };
  return { entries: [...older, ...page.items], nextBefore };
}

function draftOf(known: TalkDraft | undefined, { run, items }: WireVisitorPage, isOld: boolean): TalkDraft | undefined {
  const isStored = (runId: string) => items.some(({ id }) => id === runId);
  if (run === null) return isOld && known !== undefined && !isStored(known.runId) ? known : undefined;
  // A run is at work for a moment longer than its answer takes to be stored.
  if (isStored(run.runId)) return undefined;
  return known?.runId === run.runId && known.text.length > run.text.length ? known : run;
}
