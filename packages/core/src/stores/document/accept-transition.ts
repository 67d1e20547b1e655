import { describeAttachment } from "../../sessions/attachment.ts";
import type { InboxEntry } from "../../sessions/inbox.ts";
import type { AcceptOutcome, AcceptRequest } from "../../sessions/session-store.ts";
import { type SessionDocument, createDocument, summarize } from "./session-document.ts";
import { endTurn } from "./turn-transitions.ts";

/** A document after a step, with what the caller of the step is told. */
export interface Transition<Outcome> {
  /** Undefined when nothing changed, so that nothing need be written. */
  readonly document: SessionDocument | undefined;
  readonly outcome: Outcome;
}

/** Appends a message that is no duplicate to the inbox of a session, or to a new one's (`epoch` is then its first). */
export function accept(
  existing: SessionDocument | undefined,
  request: AcceptRequest,
  epoch: number,
): Transition<AcceptOutcome> {
  const { mark, attachments = [] } = request;
  const before =
    existing ??
    createDocument({
      id: request.newSessionId,
      key: request.key,
      epoch,
      owner: request.owner ?? request.sender,
      createdAt: mark.acceptedAt,
    });
  if (request.mode === "reject" && before.inbox.length > 0) return refuse({ kind: "busy", sessionId: before.id });
  const waiting = before.turn === undefined ? before.inbox.length : before.inbox.length - before.turn.messageIds.length;
  if (waiting >= request.capacity) return refuse({ kind: "full", sessionId: before.id, waiting });

  const stoppedRunId = request.mode === "interrupt" ? before.turn?.runId : undefined;
  const ready = stoppedRunId === undefined ? before : endTurn(before, request.partialAnswer, mark.acceptedAt);
  const hasAttachments = attachments.length > 0;
  const entry: InboxEntry = {
    id: mark.messageId,
    deduplicationKey: mark.deduplicationKey,
    state: "received",
    attempts: 0,
    acceptedAt: mark.acceptedAt,
    sender: request.sender,
    text: request.text,
    ...(hasAttachments && { attachments: attachments.map(describeAttachment) }),
  };
  const version = before.version + 1;
  const document: SessionDocument = {
    ...ready,
    version,
    updatedAt: mark.acceptedAt,
    replyAddress: request.replyAddress ?? before.replyAddress,
    inbox: [...ready.inbox, entry],
    accepted: [...ready.accepted, { ...mark, version }],
    ...(hasAttachments && { attachmentEpoch: ready.attachmentEpoch ?? ready.epoch }),
  };
  return {
    document,
    outcome: {
      kind: "accepted",
      messageId: entry.id,
      session: summarize(document),
      isNew: existing === undefined,
      stoppedRunId,
    },
  };
}

function refuse(outcome: AcceptOutcome): Transition<AcceptOutcome> {
  return { document: undefined, outcome };
}
