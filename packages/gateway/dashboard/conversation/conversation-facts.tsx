import { useQuery } from "@tanstack/react-query";
import type { WireSession } from "../../src/wire/session.ts";
import type { WireStatus } from "../../src/wire/status.ts";
import type { TranscriptView } from "../state/transcript.ts";
import { call } from "../api/call.ts";
import { placeOf } from "../text/session-name.ts";
import { useConversationWords } from "../text/conversation.ts";
import { useWords } from "../text/words.ts";

/** People who are named; of more than that, how many there are. */
const mostNames = 2;

/** What one has to know of a conversation: where it is, who is in it, how much was said, and which model answers. */
export function ConversationFacts({
  session,
  transcript,
}: {
  readonly session: WireSession;
  readonly transcript: TranscriptView;
}) {
  const t = useWords();
  const c = useConversationWords();
  // The model of a conversation without one of its own is the bot's.
  const status = useQuery({
    queryKey: ["status", "/status", undefined],
    queryFn: ({ signal }) => call<WireStatus>({ path: "/status", signal }),
    enabled: session.model === null,
  });
  const model = session.model ?? status.data?.model;
  const people = peopleOf(session, transcript);
  return (
    <ul className="conversation-facts quiet">
      <li>{session.key.adapter}</li>
      {session.title !== null && (
        <li>
          <bdi>{placeOf(session.key)}</bdi>
        </li>
      )}
      {people.length > 0 && (
        <li title={people.join(", ")}>
          <bdi>{c.people(people.slice(0, mostNames), Math.max(0, people.length - mostNames))}</bdi>
        </li>
      )}
      <li>{t.messages(session.entries + (session.running?.messageIds.length ?? 0))}</li>
      <li>{c.epoch(session.epoch)}</li>
      {model !== undefined && <li>{model}</li>}
      {session.muted && <li className="muted">{t.muted}</li>}
    </ul>
  );
}

/** Everybody who is known to have written, the one who began it first. */
function peopleOf({ owner, running }: WireSession, { entries, queue }: TranscriptView): readonly string[] {
  const names = new Map<string, string>();
  if (owner.name !== null) names.set(owner.id, owner.name);
  for (const entry of entries) {
    if (entry.role === "user") names.set(entry.sender.id, entry.sender.name ?? entry.sender.id);
  }
  for (const { id, sender } of queue) {
    if (running?.messageIds.includes(id) === true) names.set(sender.id, sender.name ?? sender.id);
  }
  return [...names.values()];
}
