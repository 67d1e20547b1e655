import { type Report, reportsOf as of } from "../support/test-names.ts";

const slack = "packages/adapters/src/slack";

/** Every report and expectation that concerns Slack. `reports.test.ts` fails when a test of that name is not there. */
export const reports: readonly Report[] = [
  // What people expect: platforms §2
  ...of("platforms §2", `${slack}/messages.test.ts`, {
    "Triggers: mention in a channel": "is answered in its thread, though it comes as two events",
    "Triggers: direct messages, groups, threads of the bot's": "needs no mention in a direct message",
    "Triggers: the pane of the assistant": "is in the pane of the assistant a conversation of its own",
    "Never bots, nor what is Slack's own":
      "is none of the bot's without a mention, from a bot, or when it is Slack's own",
    "The session key is team, channel and root":
      "belongs to its thread's conversation, whichever message of it is meant",
  }),
  ...of("platforms §2", "test/slack/conversations.test.ts", {
    "Never other bots": "is none with another bot, whatever it says and wherever",
    "Bots by a list, with a limit of hops": "may be with a bot whose %s the settings name",
    "Never its own words and changes": "takes no notice of its own words, nor of its own changes to them",
    "What people write in all its kinds, and nothing that Slack writes":
      "is asked by what people write, in all its kinds",
    "One function for the session key: messages, replies, buttons, dashboard":
      "is one for messages, replies, typed commands, buttons and the dashboard",
    "One function for the session key: slash commands":
      "is one for a direct message, a slash command and its prefix form",
    "One run at a time, in order": "is answered in the order of its messages, one after the other",
  }),
  ...of("platforms §2", "test/slack/threads.test.ts", {
    "Quoting: the root and the last messages with the first question": "is quoted with the first question to the bot",
    "Quoting: bounded": "is bounded, however long it is",
  }),
  ...of("platforms §2", `${slack}/complaints.test.ts`, {
    "Errors: not in the channel, so told in direct messages": "is told so in their direct messages: %s",
  }),
  ...of("platforms §2", "test/slack/bad-input.test.ts", {
    "Errors: in the same place, once": "is acknowledged in time, and its person told why, once, however often it comes",
    "Errors: never silence": "may be its store: a command is acknowledged, its person told that it failed",
  }),
  ...of("platforms §2", `${slack}/status.test.ts`, {
    "A status is renewed, and cleared after its end": "is renewed before Slack takes it away, and not after its end",
    "No sign outlives a crash": "does not outlive a crash",
  }),
  ...of("platforms §2", `${slack}/drafts.test.ts`, {
    "First sign of life: the thread's status":
      "is shown as the thread's status at once, which is cleared with the answer",
    "A status is cleared on an error too": "is not shown as going on after its end",
    "A reaction where there is no status": "is shown by a reaction to the question where there is no status",
    "A reaction where the scope is missing": "is shown by a reaction where the app may not set a status",
    "Streaming: Slack's own": "is one stream, which becomes the answer",
    "Streaming: a new stream before four minutes or 11,000 characters": "changes the stream before Slack ends it",
    "Streaming: edits where there are no streams": "is shown by edits where Slack does not stream",
    "Streaming: edits at most each 1.2 s, newest text": "is changed at a calm pace, to the newest text",
    "Stop: a button while the answer is written": "can be stopped by its button",
    "Regenerate: a button below the answer": "has the answer written anew",
    "A deleted placeholder": "is posted anew when somebody deleted what was shown",
  }),
  ...of("platforms §2", `${slack}/delivery.test.ts`, {
    "Long answers in pieces, in the thread and in order": "is split where it is longer than a message",
  }),
  ...of("platforms §2", `${slack}/text/answer-pieces.test.ts`, {
    "Pieces within 11,500 characters and 45 blocks": "keeps every message within all of Slack's limits",
  }),
  ...of("platforms §2", `${slack}/text/mrkdwn.test.ts`, {
    "Markdown: a serialiser of our own for mrkdwn": "leaves no bracket unescaped but those of its own links",
  }),
  ...of("platforms §2", "test/slack/pings.test.ts", {
    "Pings: none by an answer, in any form": "by an answer as $replies in $where",
    "Pings: none by an answer while it grows": "by an answer that grows, in any step and however it ends",
    "Pings: none by a command's answer, nor at a response URL": "by what a command says",
    "Pings: none by errors, operators, complaints": "by what an operator, an error or a complaint repeats",
  }),
  ...of("platforms §2", "test/slack/reset-matrix.test.ts", {
    "/reset at any time and in any form": "in $where is ended by $surface $phase",
  }),
  ...of("platforms §2", "test/slack/permissions.test.ts", {
    "Stop and reset for the asker, admins, and nobody else": "is the same for every form",
    "An old button": "does nothing, and says so: the conversation $change",
  }),
  ...of("platforms §2", `${slack}/commands.test.ts`, {
    "/reset in a thread, where slash commands do not exist": "is carried out once in its thread",
    "A slash command that cannot know the thread says so": "says where it works when it cannot know the thread",
    "Commands of colliding names": "may be written behind the bot's own one",
  }),
  ...of("platforms §2", `${slack}/amendments.test.ts`, {
    "An edited question that waits": "changes a question that waits",
    "An edited question that was answered": "changes the transcript when the run that has it is over",
    "A deleted question that waits": "drops a question that waits",
    "A deleted question that is being answered": "stops the run of a question that is gone",
    "A deleted question that was answered": "takes question and answer out of the transcript",
  }),
  ...of("platforms §2", `${slack}/files.test.ts`, {
    "Files are read at once, and typed by what they are": "is read at once and handed to the run, as what it is",
    "No other host gets the token": "is not fetched from anywhere but Slack",
  }),

  // What the real client does: platforms §3.2
  ...of("platforms §3.2", `${slack}/messages.test.ts`, {
    "app_mention and message of one post": "is answered in its thread, though it comes as two events",
  }),
  ...of("platforms §3.2", `${slack}/http-mode.test.ts`, {
    "A redelivered event": "does nothing twice",
  }),
  ...of("platforms §3.2", "test/slack/exactly-once.test.ts", {
    "Redeliveries, drops and lost answers over hours": "answers 500 questions once and in order",
  }),
  ...of("platforms §3.2", "test/slack/take-over.test.ts", {
    "A redelivery that reaches another process": "that is killed in a storm is followed by another",
  }),
  ...of("platforms §3.2", "test/slack/conversations.test.ts", {
    "Its own post is filtered, its own update comes back as a change": "takes no notice of its own words",
  }),
  ...of("platforms §3.2", "test/slack/connection.test.ts", {
    "A refresh or a warning leaves a gap": "are renewed one beside the other when Slack says %s",
    "The faults of one version of @slack/socket-mode": "are the adapter's own, whatever @slack/socket-mode does or is",
    "stop() ends in 0 ms, and listeners go on": "stay open at the end until what is being taken in is stored",
  }),
  ...of("platforms §3.2", "test/slack/malformed.test.ts", {
    "Anything missing or odd in a body is an unhandled rejection: HTTP": "is answered with no 5xx over HTTP",
    "Anything missing or odd in a body is an unhandled rejection: sockets":
      "is acknowledged over a socket, which stays open",
  }),
  ...of("platforms §3.2", `${slack}/messages.test.ts`, {
    "The assistant's middleware takes every direct message": "is in the pane of the assistant",
  }),
  ...of("platforms §3.2", "test/slack/bad-input.test.ts", {
    "A command whose listener throws stays unanswered": "may be its store: a command is acknowledged",
  }),
  ...of("platforms §3.2", `${slack}/installations/rotation.test.ts`, {
    "Three events at once refresh a token three times": "is refreshed once, however many events come at once",
  }),
  ...of("platforms §3.2", `${slack}/amendments.test.ts`, {
    "message_changed of previews and replies": "is nothing where a preview came or a reply was counted",
  }),
  ...of("platforms §3.2", `${slack}/connection.test.ts`, {
    "A refresh that closes at once": "is two sockets, and loses nothing when both are to be left",
    "TCP reset": "comes back at once after a reset, and tells of it",
    "A silent peer": "gives a silent peer up, and what went into it comes again",
    "A refused socket at reconnect; apps.connections.open 500": "goes on after Slack's trouble with opening sockets",
    "A bad app token at reconnect": "tells that the app token was revoked, and comes back when it counts again",
    "A bad token at the start": "says what to do about a wrong %s, and is not tried again",
    "app_rate_limited, a null payload, a frame of null": "survives bad frames, an envelope of nothing",
    "Sockets and timers that are left": "leaves no socket and no timer behind when it stops",
  }),
  ...of("platforms §3.2", `${slack}/delivery.test.ts`, {
    "429 holds up the whole client": "waits as long as Slack asks, and holds up no other channel",
    "429 as an HTTP 200": "waits as well when Slack says so with an HTTP 200",
    "502 or time-out after commit": "comes once, though the answer of Slack got lost",
  }),
  ...of("platforms §3.2", `${slack}/bolt-front.test.ts`, {
    "A listener throws, and the event is acknowledged already": "is not acknowledged when it could not be stored",
  }),
  ...of("platforms §3.2", `${slack}/drafts.test.ts`, {
    "Appends at once begin several streams": "is one stream, which becomes the answer",
    "An append after Slack closed the stream": "goes on in another stream when Slack ended the first",
  }),
  ...of("platforms §3.2", "test/slack/signatures.test.ts", {
    "A time to come is taken": "is taken within five minutes of its time, on both sides",
    "Signatures: one byte": "is refused when any one byte of it is another",
    "Signatures: headers": "is refused without one of its headers, with an empty one, and with one twice",
    "Signatures: replays": "does nothing when it is repeated",
  }),
  ...of("platforms §3.2", `${slack}/http-mode.test.ts`, {
    "A charset behind the content type": "does nothing twice",
    "No signing secret": "does not start without a signing secret",
  }),
  ...of("platforms §3.2", `${slack}/lost-posts.test.ts`, {
    "A commit that comes late": "goes again when it appears after its conversation was reset",
  }),

  // What users reported: platforms §5
  ...of("platforms §5.1, §5.2", `${slack}/messages.test.ts`, {
    "A mention is answered twice": "is answered in its thread, though it comes as two events",
  }),
  ...of("platforms §5.3", `${slack}/bolt-front.test.ts`, {
    "Duplicates when slow": "is acknowledged when it is stored, and not before",
  }),
  ...of("platforms §5.4, §5.6", `${slack}/connection.test.ts`, {
    "Deaf after idle hours": "gives a silent peer up, and what went into it comes again",
  }),
  ...of("platforms §5.7", `${slack}/connection.test.ts`, {
    "Gaps of seconds at each refresh": "is two sockets, and loses nothing when both are to be left",
  }),
  ...of("platforms §5.8", "test/slack/connection.test.ts", {
    "A loop of too_many_websockets": "tell operators that there are too many, wait a minute",
  }),
  ...of("platforms §5.8", `${slack}/connection.test.ts`, {
    "A loop of sockets that are greeted and sent away": "is not opened over and over where Slack greets it",
  }),
  ...of("platforms §5.7", "test/slack/one-breath.test.ts", {
    "Frames and closes that race a reconnect": "leave a bot behind that answers in seconds",
  }),
  ...of("platforms §5.3", `${slack}/messages.test.ts`, {
    "Acknowledged within three seconds": "comes within three seconds, whatever Slack's API does",
  }),
  ...of("platforms §5.10, §5.14", `${slack}/delivery.test.ts`, {
    "A thread goes quiet on invalid_blocks, or on ok:false": "is written as text where Slack does not take its blocks",
  }),
  ...of("platforms §5.10, §5.12", "test/slack/bad-input.test.ts", {
    "An answer that is frozen, or lost, by msg_too_long or invalid_blocks": "is taken by Slack at once, whole",
  }),
  ...of("platforms §5.14", "test/slack/bad-input.test.ts", {
    "ok:false with an HTTP 200 is taken for success": "is told of in the log, and ends nothing else",
  }),
  ...of("platforms §5.11", `${slack}/text/answer-pieces.test.ts`, {
    "Markdown becomes more than 50 blocks": "splits what would become more than 45 blocks",
  }),
  ...of("platforms §5.15", `${slack}/rates.test.ts`, {
    "A storm of 429": "keep to Slack's rates, and none of them waits for what is half-written elsewhere",
  }),
  ...of("platforms §5.16, §5.18", `${slack}/drafts.test.ts`, {
    "A stream dies after minutes": "goes on in another stream when Slack ended the first",
  }),
  ...of("platforms §5.19", "test/slack/conversations.test.ts", {
    "Replies leak into the channel": "is where later turns and operators speak too, also after a restart",
  }),
  ...of("platforms §5.20", `${slack}/threads.test.ts`, {
    "Schedules and later turns land at the root": "lands in its thread: a schedule's message",
  }),
  ...of("platforms §5.21", "test/slack/threads.test.ts", {
    "Amnesia where a call of the history fails": "is said to be unread when Slack %s",
    "A history that brings deleted words back": "is not read back from Slack by the next question there",
  }),
  ...of("platforms §5.23", "test/slack/threads.test.ts", {
    "/new is ignored behind what was said before": "is not put before a command",
  }),
  ...of("platforms §5.25", "test/slack/conversations.test.ts", {
    "50 identical replies to changes":
      "answers a post once that its person's client made twice, and an edit of it not at all",
  }),
  ...of("platforms §5.27", "test/slack/conversations.test.ts", {
    "Two bots talk for ever": "is none with another bot",
  }),
  ...of("platforms §5.24", `${slack}/commands.test.ts`, {
    "A slash command acts on another session": "is acknowledged, carried out in the direct message",
  }),
  ...of("platforms §5.28", `${slack}/text/read-slack-text.test.ts`, {
    "&amp;lt; turns into <": "gives back what a person typed, whatever it was",
  }),
  ...of("platforms §5.30", `${slack}/files.test.ts`, {
    "An image is a login page": "is named and not read where Slack shows its login page",
  }),
  ...of("platforms §5.40", "test/slack/pings.test.ts", {
    "A model pings everyone": "by an answer as $replies in $where",
  }),
  ...of("platforms §5.44", `${slack}/status.test.ts`, {
    "A sign of life stays after the answer": "is taken away later when that did not work",
  }),
  ...of("platforms §5.31", `${slack}/delivery.test.ts`, {
    "429 is swallowed and retried unseen": "waits as long as Slack asks, and holds up no other channel",
  }),
];
