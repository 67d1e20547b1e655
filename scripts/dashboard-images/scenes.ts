/** What somebody said, and what was answered. */
interface Scene {
  readonly minutesAgo: number;
  readonly adapter: "discord" | "slack" | "webchat";
  readonly place: string;
  readonly thread?: string;
  readonly name: string;
  readonly text: string;
  readonly answer: string;
}

/** What is being answered while the picture is taken. */
interface UnfinishedScene {
  readonly conversation: string;
  readonly name: string;
  readonly text: string;
  readonly draft: string;
  readonly waiting: readonly string[];
}

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
    conversation: "travel to Lisbon",
    name: "Noor",
    text: "Find me a train to Lisbon.",
    draft: "There is a night train from",
    waiting: ["A window seat, please.", "And for two."],
  },
  {
    conversation: "refund for order 4711",
    name: "Ana",
    text: "It says declined, but my bank says it went through.",
    draft: "Let me look at the order. The payment was declined at first, and then",
    waiting: [],
  },
];
