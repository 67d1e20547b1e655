import type { SessionId } from "../../identifiers.ts";
import type { RetiredDocument, SessionDocument } from "../document/session-document.ts";
import type { Accepts } from "./durable-json-file.ts";

/** What the file of a session holds. */
export type StoredSession =
  | { readonly kind: "session"; readonly document: SessionDocument }
  /** It was deleted; the same write that put this here took the session away. */
  | { readonly kind: "retired"; readonly document: RetiredDocument };

/**
 * Tells whether a value that was read is the stored session of this id. The checksum has shown that it is as it was
 * written; this tells it from another kind of file, and from one that somebody copied to another session's name.
 */
export function storedSessionOf(id: SessionId): Accepts<StoredSession> {
  return (value): value is StoredSession =>
    typeof value === "object" &&
    value !== null &&
    "kind" in value &&
    (value.kind === "session" || value.kind === "retired") &&
    "document" in value &&
    typeof value.document === "object" &&
    value.document !== null &&
    "id" in value.document &&
    value.document.id === id;
}
