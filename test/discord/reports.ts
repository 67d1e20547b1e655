import { type Report, reportsOf as of } from "../support/test-names.ts";

const discord = "packages/adapters/src/discord";

/** Every report and expectation that concerns Discord. `reports.test.ts` fails when a test of that name is not there. */
export const reports: readonly Report[] = [
  // What people expect: platforms §2
  ...of("platforms §2", `${discord}/messages.test.ts`, {
    "Triggers: mention, reply, direct message, role mention":
      "answer direct messages, replies to the bot and mentions of its role",
    "A thread from the question, in which nobody has to mention the bot":
      "open a thread from a mention, answer there, and go on there",
    "Long answers in pieces, then as a file": "send long answers in pieces, and very long ones as a file",
    "Streaming: a first post, edits, the final in its place":
      "show that the bot types, then a draft with a button, then the answer",
    "/reset while a reply streams: answered, marked, quiet": "stop a reply that is being written by /reset",
    "Quoted text and author are included": "answer direct messages, replies to the bot",
  }),
  ...of("platforms §2", `${discord}/addressing.test.ts`, {
    "Never bots, unless allowed and with a hop limit":
      "includes bots that it was told to answer, but never more than so many in a row",
    "One function for the session key": "is one conversation for a message, a reply, a command and a typed one",
  }),
  ...of("platforms §2", `${discord}/draft.test.ts`, {
    "First sign of life within a second, refreshed, stopped before the final":
      "shows typing at once and keeps it up, until it ends",
    "Edits at most each 1.2 s, newest text, final always": "is edited once in 1.2 s at most",
    "A deleted placeholder": "appears once more when somebody deletes it, and then no more",
  }),
  ...of("platforms §2", `${discord}/buttons.test.ts`, {
    "Stop and Regenerate for the asker, moderators and the owner": "stop what was asked for: for whoever asked",
    Regenerate: "have the newest answer written anew",
  }),
  ...of("platforms §2", `${discord}/amendments.test.ts`, {
    "An edited question": "is changed or removed in the transcript once it is answered",
    "A deleted question": "ends its run when it is deleted, and takes the draft with it",
    "A queued question, edited or deleted": "is replaced or dropped while it waits",
  }),
  ...of("platforms §2", `${discord}/text/discord-markdown.test.ts`, {
    "Tables as blocks of code": "shows a table as an aligned block of code",
  }),

  // What the real client does: platforms §3.1
  ...of("platforms §3.1", `${discord}/connection.test.ts`, {
    "4014 at login": "goes on without message content when the bot may not read it, and says so",
    "A bad token": "says what to do when the token is wrong, and tries no second time",
    "4004 once ready: nothing is thrown": "is shown as dead after the close %s, and not made anew",
    "TCP drop, close 1000, op 7, op 9": "comes back by itself when %s, and what was said meanwhile is answered",
    "Reconnects refused": "comes back when reconnects were refused for a while",
    "No answer to heartbeats": "comes back when heartbeats get no answer",
    "A session that ends right after it was resumed": "survives the end of a session that was taken up a moment ago",
    "An unavailable guild": "may leave a guild out, which is answered once it is back",
    "Duplicate dispatch": "may repeat itself, and is answered once",
  }),
  ...of("platforms §3.1", `${discord}/exactly-once.test.ts`, {
    "502 or time-out after commit": "answers 500 questions once and in order, whatever becomes of the connection",
  }),
  ...of("platforms §3.3", `${discord}/stop.test.ts`, {
    "A ghost that logs in after its end": "while it waits for its session does not log in again",
  }),

  // What users reported: platforms §5
  ...of("platforms §5.19, §5.20", `${discord}/messages.test.ts`, {
    "Replies and later turns leak out of the thread":
      "come to the conversation's own place, also when nobody has just written there",
  }),
  ...of("platforms §5.23, §5.24", `${discord}/addressing.test.ts`, {
    "/new ignored behind a quote; a slash command acts on another session":
      "is one conversation for a message, a reply, a command",
  }),
  ...of("platforms §5.25", `${discord}/addressing.test.ts`, {
    "A preview is taken for a new question": "takes no notice of a preview that Discord adds to a message",
  }),
  ...of("platforms §5.27", `${discord}/addressing.test.ts`, {
    "Two bots talk for ever": "never more than so many in a row",
  }),
  ...of("platforms §5.32", "packages/adapters/src/discord/stop.test.ts", {
    "10062 at random: acknowledged late, or by a process that ends":
      "while an interaction is being answered is quiet afterwards",
  }),
  ...of("platforms §5.34", `${discord}/connection.test.ts`, {
    "Offline or a zombie for hours": "is made anew when nothing is heard of it for minutes",
  }),
  ...of("platforms §5.36", `${discord}/catch-up.test.ts`, {
    "Messages lost in reconnects": "while a session was lost is answered once and in order",
    "Messages lost in restarts": "while the bot was away is answered once and in order after its restart",
  }),
  ...of("platforms §5.38", `${discord}/exactly-once.test.ts`, {
    "Duplicate answers": "answers 500 questions once and in order",
  }),
  ...of("platforms §5.39", `${discord}/draft.test.ts`, {
    "Crash on the edit of a deleted message": "appears once more when somebody deletes it",
  }),
  ...of("platforms §5.42", `${discord}/text/answer-plan.test.ts`, {
    "Blocks of code broken by the split": "closes a block of code at the end of a piece and opens it anew",
  }),
  ...of("platforms §5.44, §5.47", `${discord}/draft.test.ts`, {
    "Typing stays after the answer, or stops too soon": "shows typing at once and keeps it up, until it ends",
    "Streaming edits refused by the library": "is edited once in 1.2 s at most",
  }),
  ...of("platforms §5.45", `${discord}/messages.test.ts`, {
    "Direct messages never arrive": "answer direct messages",
  }),
  ...of("platforms §5.46", `${discord}/connection.test.ts`, {
    "Empty contents without the intent": "goes on without message content when the bot may not read it",
  }),
  ...of("platforms §5.40", `${discord}/messages.test.ts`, {
    "A model pings everyone": "ping nobody, whatever the model writes",
  }),
  ...of("platforms §3.1", `${discord}/delivery.test.ts`, {
    "429 as JSON and as HTML": "when Discord asks to wait, as HTML: %s",
    "An acknowledgement that comes too late": "because the interaction has expired is logged",
    "An archived thread": "in its thread, which was archived meanwhile",
  }),
  ...of("platforms §3.1", `${discord}/inbound.test.ts`, {
    "A listener that throws or rejects": "logs what fails while a message is taken in, and takes the next one",
  }),
  ...of("platforms §3.1", `${discord}/amendments.test.ts`, {
    "Edit and deletion of a message that is in no cache": "is changed and removed all the same",
  }),
  ...of("platforms §3.1", `${discord}/recall.test.ts`, {
    "A send that broke off, and a reset": "is deleted when it turns out to be there",
  }),
];
