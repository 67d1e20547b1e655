import type { WireHello, WireResync } from "./event.ts";

/** What every event of a visitor's conversation says. Whoever has a newer epoch already drops it. */
interface WireVisitorEventSubject {
  /** RFC 3339. */
  readonly at: string;
  readonly epoch: number;
}

/** Something that happened to a visitor's own conversation. */
export type WireVisitorEvent = WireVisitorEventSubject &
  (
    | { readonly type: "chat.start"; readonly runId: string }
    | {
        readonly type: "chat.draft";
        readonly runId: string;
        /** Where the text belongs in what the run has written, in UTF-16 code units. */
        readonly offset: number;
        readonly text: string;
      }
    /** Nothing more comes of the run. What is kept of it is in the messages. */
    | { readonly type: "chat.end"; readonly runId: string }
    /** Read the messages again. */
    | { readonly type: "chat.change" }
    /** Nothing of an epoch before this one is there any more. */
    | { readonly type: "chat.clear" }
  );

/** Everything that a visitor's stream carries. */
export type WireVisitorStreamEvent = WireHello | WireResync | WireVisitorEvent;
