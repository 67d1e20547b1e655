/** Where the lines of a conversation come from. */
export interface ChatLines {
  /** Whether a person types them: then several may wait for their answers at once. */
  readonly isTyped: boolean;
  /** What is written, line by line, from the first call on; ends when there is nothing more to come. */
  read(): AsyncIterable<string>;
  /** Ends the lines. */
  close(): void;
}
