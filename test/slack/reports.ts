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
  }),

  // What the real client does: platforms §3.2
  ...of("platforms §3.2", `${slack}/messages.test.ts`, {
    "app_mention and message of one post": "is answered in its thread, though it comes as two events",
  }),
  ...of("platforms §3.2", `${slack}/http-mode.test.ts`, {
    "A redelivered event": "does nothing twice",
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
    "stop() resolves while listeners go on": "leaves no socket and no timer behind when it stops",
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
  ...of("platforms §3.2", `${slack}/http-mode.test.ts`, {
    "A time to come, a charset behind the content type": "refuses %s, and hands nothing in",
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
  ...of("platforms §5.10, §5.14", `${slack}/delivery.test.ts`, {
    "A thread goes quiet on invalid_blocks, or on ok:false": "is written as text where Slack does not take its blocks",
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
  ...of("platforms §5.24", `${slack}/commands.test.ts`, {
    "A slash command acts on another session": "is acknowledged, carried out in the direct message",
  }),
  ...of("platforms §5.28", `${slack}/text/read-slack-text.test.ts`, {
    "&amp;lt; turns into <": "gives back what a person typed, whatever it was",
  }),
  ...of("platforms §5.30", `${slack}/files.test.ts`, {
    "An image is a login page": "is named and not read where Slack shows its login page",
  }),
  ...of("platforms §5.31", `${slack}/delivery.test.ts`, {
    "429 is swallowed and retried unseen": "waits as long as Slack asks, and holds up no other channel",
  }),
];
