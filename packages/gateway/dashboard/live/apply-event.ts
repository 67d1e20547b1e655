import type { WireEvent, WireSessionEvent } from "../../src/wire/event.ts";
import { emptiedBy } from "../state/emptied.ts";
import { readDraft, refreshSession, refreshTranscript } from "../state/refresh.ts";
import { book, drafts, forgetTexts, knownTranscript, queries } from "../state/world.ts";

const work = ["runs", "status", "waiting"];

/** Which lists an event makes old, by its topic or its type. */
const listsByTopic: Readonly<Record<string, readonly string[]>> = {
  "run.start": work,
  "run.finish": work,
  message: ["waiting"],
  adapter: ["adapters"],
  delivery: ["deliveries"],
  schedule: ["schedules"],
  operation: ["operations"],
  config: ["config"],
  plugin: ["plugins"],
  fence: ["status"],
};

/** Makes what the page knows agree with an event. */
export function applyEvent(event: WireEvent): void {
  if (event.type === "resync") return resync();
  if (event.type === "hello") return catchUp();
  if (event.type === "operation.change") {
    queries.setQueryData(["operation", event.operation.id], event.operation);
  }
  for (const list of listsByTopic[event.type] ?? listsByTopic[event.type.split(".")[0] ?? ""] ?? []) refreshList(list);
  if ("epoch" in event) applySessionEvent(event);
}

/** How long wishes to read a list gather, in milliseconds: many events may come at once. */
const gatherMilliseconds = 200;

const wanted = new Set<string>();

function refreshList(list: string): void {
  wanted.add(list);
  if (wanted.size > 1) return;
  setTimeout(() => {
    for (const each of wanted) void queries.invalidateQueries({ queryKey: [each] });
    wanted.clear();
  }, gatherMilliseconds);
}

/** Too much was missed: what was told of runs is not believed any more. */
function resync(): void {
  drafts.clear();
  catchUp(true);
}

/**
 * Reads again whatever is shown. A stream tells what happens from its beginning on, and pages may have been read before.
 * @param isWhole true when something may have been withdrawn or changed that nobody told of.
 */
function catchUp(isWhole = false): void {
  void queries.invalidateQueries();
  for (const { id } of book.all()) if (knownTranscript(id) !== undefined) void refreshTranscript(id, isWhole);
}

function applySessionEvent(event: WireSessionEvent): void {
  const { sessionId: id, epoch, version } = event;
  const known = book.find(id);
  // Within an epoch each part decides by itself: a list may know a newer version than the transcript or the draft does.
  if (known !== undefined && epoch < known.epoch) return;
  switch (event.type) {
    case "session.delete":
      book.bury(id, epoch);
      forgetTexts(id);
      void queries.invalidateQueries({ queryKey: ["trash"] });
      return;
    case "session.reset":
      drafts.drop(id);
      // The answer to whoever did it may have come before, and says more.
      if (known?.epoch !== epoch) book.patch(id, event, emptiedBy(event.actor, event.at, known?.entries ?? 0));
      knownTranscript(id)?.reset(epoch);
      // By when it can be undone no event says.
      refreshSession(id);
      void refreshTranscript(id);
      return;
    case "session.restore":
      void queries.invalidateQueries({ queryKey: ["trash"] });
      book.offer(event.session);
      void refreshTranscript(id);
      return;
    case "session.import":
    case "session.change":
    case "message.accept":
    case "message.post":
    case "message.cancel":
    case "session.regenerate":
      book.offer(event.session);
      void refreshTranscript(id);
      return;
    case "message.withdraw":
      noteWithdrawn(id, event.messageId);
      book.offer(event.session);
      void refreshTranscript(id, true);
      return;
    case "message.edit":
      book.offer(event.session);
      void refreshTranscript(id, true);
      return;
    case "run.start":
      if (known === undefined) refreshSession(id);
      book.patch(id, event, { running: { runId: event.runId, messageIds: event.messageIds, since: event.at } });
      drafts.begin({ runId: event.runId, sessionId: id, epoch, startedAt: event.at, text: "", tools: [] });
      void refreshTranscript(id);
      return;
    case "run.draft":
      if (drafts.append(id, event.runId, event.offset, event.text)) return;
      void readDraft(id, { epoch }, event.runId);
      return;
    case "run.tool": {
      const { callId, name, input, at, durationMilliseconds, isError } = event;
      drafts.noteTool(id, event.runId, { callId, name, input, startedAt: at, durationMilliseconds, isError });
      return;
    }
    case "run.finish":
      if (known?.running?.runId === event.runId) book.patch(id, { epoch, version }, { running: null });
      drafts.end(id, event.runId, event.end);
      if (knownTranscript(id) === undefined) drafts.drop(id, event.runId);
      refreshSession(id);
      void refreshTranscript(id);
      return;
    case "delivery.change":
      refreshSession(id);
      return;
    case "fence.refuse":
      return;
  }
}

/** Where somebody looks at the message, its place stays marked. */
function noteWithdrawn(id: string, messageId: string): void {
  const transcript = knownTranscript(id);
  const entry = transcript?.view.get().entries.find((each) => "messageId" in each && each.messageId === messageId);
  if (entry !== undefined) transcript?.withdraw(messageId, entry.at);
}
