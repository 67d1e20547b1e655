import type { JsonValue } from "@keyturn/core";

/** A tool that the agent used, and what came of it. */
export interface ToolUse {
  readonly name: string;
  readonly input: JsonValue;
  readonly output: JsonValue;
  readonly isError?: boolean;
  readonly durationMilliseconds: number;
}

/** What somebody said, and what was answered. */
export interface Scene {
  readonly minutesAgo: number;
  readonly adapter: "discord" | "slack" | "webchat";
  readonly place: string;
  readonly thread?: string;
  readonly name: string;
  readonly text: string;
  /** Used before the answer, in order. */
  readonly tools?: readonly ToolUse[];
  readonly answer: string;
  /** Who reset the conversation afterwards, on its channel. */
  readonly resetBy?: string;
}

/** What is being answered while the picture is taken. */
export interface UnfinishedScene extends Omit<Scene, "minutesAgo"> {
  /** Still at work. */
  readonly tool?: Omit<ToolUse, "output">;
  readonly waiting: readonly { readonly name: string; readonly text: string }[];
}

const refund = { adapter: "discord", place: "support", thread: "refund for order 4711" } as const;

/** What the list of the pictures shows, the oldest first. */
export const scenes: readonly Scene[] = [
  {
    minutesAgo: 9_500,
    adapter: "slack",
    place: "#weekly-report",
    name: "Priya",
    text: "Send me the numbers for week 47.",
    answer: "Sign-ups are up **8 %**, churn is flat.",
  },
  {
    minutesAgo: 4_200,
    adapter: "discord",
    place: "api-keys",
    name: "Tom",
    text: "My key stopped working.",
    answer: "It expired on Sunday. Make a new one under *Settings → Keys*.",
  },
  {
    minutesAgo: 2_900,
    adapter: "webchat",
    place: "shipping to Norway",
    name: "Ingrid",
    text: "How long does shipping to Bergen take?",
    answer: "Three to five working days; it leaves tomorrow.",
  },
  {
    minutesAgo: 1_530,
    adapter: "discord",
    place: "general",
    thread: "two-factor",
    name: "Luca",
    text: "I lost my phone.",
    answer: "No harm done: use one of your recovery codes.",
  },
  {
    minutesAgo: 260,
    adapter: "slack",
    place: "#localisation",
    name: "Mei",
    text: "Is there a Japanese version?",
    answer: "Yes, since 2.2: [change the language](https://example.org/help).",
  },
  {
    minutesAgo: 95,
    adapter: "slack",
    place: "#announcements",
    name: "Olu",
    text: "Post the notes of 2.4 here.",
    answer: "The notes of 2.4 (too long for here)",
  },
  {
    minutesAgo: 48,
    adapter: "webchat",
    place: "release notes",
    name: "Dana",
    text: "Can you draft the notes for 2.4?",
    answer: "Here is a draft:\n\n- **Undo** for resets\n- Faster lists",
  },
  {
    ...refund,
    minutesAgo: 41,
    name: "Ana",
    text: "Hi! Is somebody there?",
    answer: "Yes. How can I help?",
    resetBy: "Bo",
  },
  {
    ...refund,
    minutesAgo: 22,
    name: "Ana",
    text: "My card was charged twice for order 4711. Can I have the second one back?",
    tools: [
      {
        name: "order.lookup",
        input: { id: 4711 },
        output: { total: "89.00 EUR", charges: 2, state: "delivered" },
        durationMilliseconds: 412,
      },
      {
        name: "payments.refund",
        input: { order: 4711, charge: 2 },
        output: "The bank did not answer within 10 s.",
        isError: true,
        durationMilliseconds: 10_020,
      },
    ],
    answer:
      "You are right, there are two charges of **89.00 EUR**:\n\n| Charge | When | State |\n| --- | --- | --- |\n| 1 | Friday, 18:02 | settled |\n| 2 | Friday, 18:03 | to be refunded |\n\nThe bank does not answer just now; I try again in ten minutes.",
  },
  {
    minutesAgo: 13,
    adapter: "slack",
    place: "#on-call",
    thread: "queue",
    name: "Milo",
    text: "The queue is growing again.",
    answer: "It has 312 jobs, 40 more than an hour ago. `worker-3` stopped at 09:12.",
  },
  {
    minutesAgo: 9,
    adapter: "discord",
    place: "welcome",
    name: "Yuki",
    text: "Hello! What can you do?",
    answer: "Answer, look things up, and keep an eye on the clock. Try `/help`.",
  },
  {
    minutesAgo: 4,
    adapter: "webchat",
    place: "invoices",
    name: "Sam",
    text: "Which invoices are overdue?",
    answer: "Two: **4711** since Monday and **4718** since today.",
  },
];

/** What is being answered, and what waits meanwhile; the last one is open. */
export const unfinished: readonly UnfinishedScene[] = [
  {
    adapter: "webchat",
    place: "travel to Lisbon",
    name: "Noor",
    text: "Find me a train to Lisbon.",
    answer: "There is a night train from",
    waiting: [
      { name: "Noor", text: "A window seat, please." },
      { name: "Noor", text: "And for two." },
    ],
  },
  {
    ...refund,
    name: "Ana",
    text: "It says declined, but my bank says it went through.",
    tools: [
      {
        name: "payments.status",
        input: { order: 4711, charge: 2 },
        output: { state: "refunded" },
        durationMilliseconds: 380,
      },
    ],
    answer: "Let me look again. The refund was declined at first, and then",
    tool: { name: "bank.statement", input: { last: 3 }, durationMilliseconds: 0 },
    waiting: [{ name: "Cy", text: "The same happened to me, order 4718." }],
  },
];
