/** What stands for the older part of a conversation where models read it. The entries themselves stay as they are. */
export interface ConversationSummary {
  readonly text: string;
  /** It covers the entries with a lower sequence. */
  readonly upTo: number;
  /** When it was made, in milliseconds since 1970. */
  readonly at: number;
}

/** A summary that is to be kept. */
export interface NewSummary extends ConversationSummary {
  /** The session's count of amendments when its entries were read: with another one it covers what is gone, and is dropped. */
  readonly amendments: number;
}

/** Longest summary that is kept, in UTF-16 code units: it is written with every change of its session. */
export const longestSummary = 16_000;
