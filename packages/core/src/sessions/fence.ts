import type { FenceValues } from "../errors.ts";
import type { SessionId } from "../identifiers.ts";
import type { SessionKeyText } from "./session-key.ts";

/**
 * What every write to a session names. The write is refused, inside the store and in the same step as the write itself,
 * when the session's epoch or fence has moved on since.
 */
export interface Fence extends FenceValues {
  readonly sessionId: SessionId;
  /** Whose lock guards the session; it never changes in a session's life. */
  readonly keyText: SessionKeyText;
  /** The session's generation: raised by reset and delete, never restarts. */
  readonly epoch: number;
  /** Raised by every claim of a turn, stop, reset and delete. */
  readonly fence: number;
}
