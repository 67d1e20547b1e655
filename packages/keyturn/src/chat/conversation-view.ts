/** How an answer came to its end. */
export type AnswerEnd = "answered" | "failed" | "stopped";

/** A piece of a finished answer. */
export interface AnswerPiece {
  readonly runId: string;
  readonly text: string;
  readonly kind: "answer" | "error";
  readonly isLast: boolean;
}

/** What shows a conversation. Calls come in the order in which things happened. */
export interface ConversationView {
  /** A run wrote on; `offset` is where the text begins in its answer. */
  draft(runId: string, offset: number, text: string): void;
  /** A piece of the answer as it is kept. */
  piece(piece: AnswerPiece): void;
  /** A run ended without an answer: for good, or to begin anew. */
  breakOff(runId: string, isTriedAgain: boolean): void;
  /** Something that was shown is taken back. */
  recall(): void;
  /** What a command answered, or why a message was not taken. */
  note(text: string, isProblem: boolean): void;
}
