import type { PostRequest } from "../../sessions/session-store.ts";
import { type SessionDocument, countEntries } from "./session-document.ts";

/** Appends what an operator wrote; the fence stays, since a run in flight may still commit behind it. */
export function post(document: SessionDocument, request: PostRequest): SessionDocument {
  const { mark, role, author, text, outbox } = request;
  const { messageId, acceptedAt } = mark;
  const entry = { role, sequence: countEntries(document), at: acceptedAt, messageId, author, text };
  return {
    ...document,
    version: document.version + 1,
    updatedAt: acceptedAt,
    tail: [...document.tail, entry],
    outbox: [...document.outbox, ...outbox],
    accepted: [...document.accepted, mark],
  };
}
