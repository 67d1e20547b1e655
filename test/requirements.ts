/** A promise of Keyturn. Tests cite it by calling `promises(id, …)` in the name of their suite. */
export interface Requirement {
  /** Short and stable; what tests cite. */
  readonly id: string;
  /** The promise, as a person would read it. */
  readonly wording: string;
  /** Where it comes from. */
  readonly source: string;
}

/** Every promise, as data. `requirements.test.ts` fails when one of them is cited by no test. */
export const requirements: readonly Requirement[] = [
  {
    id: "no-resurrection",
    wording: "What was deleted or reset never comes back: not from a late save, a late send, a crash or a restart.",
    source: "design §8",
  },
  { id: "no-loss", wording: "An accepted message is answered, or its sender is told why not.", source: "design §8" },
  { id: "no-double", wording: "A message is answered once, however often its service sends it.", source: "design §8" },
  { id: "order", wording: "Messages of a conversation are answered in the order of acceptance.", source: "design §8" },
  { id: "one-run", wording: "At most one live run per session.", source: "design §8" },
  {
    id: "reset-at-once",
    wording: "A reset or delete answers in milliseconds while an answer is being written, and waits for no run.",
    source: "design §8",
  },
  {
    id: "one-path",
    wording: "Every reset and delete, from every surface, goes through Sessions: one lock, one fence.",
    source: "design §8",
  },
  { id: "denied-unless-allowed", wording: "No answer of the policy means no.", source: "design §8" },
  {
    id: "aborted-means-quiet",
    wording: "After an abort nothing of the run reaches the channel but the end of its draft.",
    source: "design §8",
  },
  {
    id: "crash-loses-nothing",
    wording: "A crash at any point loses nothing that was accepted.",
    source: "design §8",
  },
  {
    id: "bad-input",
    wording: "Bad input gets a clear error that says what to do, and changes nothing.",
    source: "design §8",
  },
  {
    id: "isolation",
    wording: "One bad plugin or channel never takes the rest down.",
    source: "design §8",
  },
  {
    id: "gone-client",
    wording: "Work for an answer ends when its client goes away, unless it has begun to change something.",
    source: "docs/http.md, Errors",
  },
  {
    id: "command-forms",
    wording: "A command is one command in every form: typed, the service's own, a button; same permission, done once.",
    source: "design §5",
  },
  {
    id: "rights-of-the-place",
    wording: "What a service says of a person holds in that place and for that event, and is decided by the policy.",
    source: "platforms §2",
  },
  {
    id: "older-part-summarised",
    wording: "What no longer fits a model is summarised, never under the lock, and goes with what it was made of.",
    source: "design §5",
  },
  {
    id: "plugin-storage",
    wording: "What a plugin keeps is durable when it is told so, its own, bounded, and there after a restart.",
    source: "design §5",
  },
  {
    id: "attachments",
    wording:
      "Files that came with a message are there with it whatever crashes, leave with it from every place, and no browser runs them.",
    source: "docs/decisions/0022",
  },
  {
    id: "edits",
    wording:
      "A message that its person changes is answered, or kept, as it is then; no edit begins a run or brings back.",
    source: "platforms §2",
  },
  {
    id: "regenerations",
    wording:
      "An answer that is asked for anew is taken back first, and the same messages are answered once more, once.",
    source: "platforms §2",
  },
  {
    id: "withdrawals",
    wording: "A message that was deleted at its service leaves queue, run, transcript and disk at once, and stays out.",
    source: "platforms §2",
  },
  {
    id: "undelivered",
    wording:
      "A piece that did not arrive, or may not have, waits for a person: they have it sent again, once, or dismiss it.",
    source: "docs/architecture.md, The life of a message",
  },
  {
    id: "slack-on-loopback",
    wording: "The real Bolt runs against the testkit's Slack in both modes, and each fault of Slack can be scripted.",
    source: "platforms §3.2",
  },
  {
    id: "whole-pieces",
    wording: "A long answer is split at the service's limit without breaking fences, links, mentions or characters.",
    source: "design §5, Delivery",
  },
  {
    id: "nobody-mentioned",
    wording: "Whatever a model writes, it mentions nobody on Slack.",
    source: "platforms §2",
  },
  {
    id: "discord-conversations",
    wording: "On Discord one function makes keys and reply addresses, of messages, commands, buttons, edits alike.",
    source: "platforms §2",
  },
  {
    id: "discord-replies",
    wording: "A reply on Discord is typed, streamed, then whole, in pieces that break nothing, and pings nobody.",
    source: "platforms §2",
  },
  {
    id: "discord-commands",
    wording: "Commands on Discord are registered by difference and ask the same policy typed, chosen or clicked.",
    source: "platforms §2",
  },
  {
    id: "discord-amendments",
    wording: "What a person changes or deletes on Discord changes in the queue, the run and the transcript.",
    source: "platforms §2",
  },
  {
    id: "dashboard-removal",
    wording:
      "What is deleted or reset on the dashboard is gone there at once and for every operator, and can be undone.",
    source: "dashboard",
  },
  {
    id: "dashboard-list",
    wording:
      "Every conversation can be reached on the dashboard, however many there are; a view of them is its address.",
    source: "dashboard",
  },
  {
    id: "dashboard-inert",
    wording: "Nothing that a person, a model or a tool wrote runs or loads anything in an operator's browser.",
    source: "security §1 S14, §3 T32",
  },
  {
    id: "visitors-apart",
    wording:
      "A visitor's token opens their own conversation and nothing else, and nothing else opens it in their name.",
    source: "security §1 S8, S9",
  },
  {
    id: "visitors-forgotten",
    wording: "A visitor who asks to be forgotten is: nothing of theirs is left that could be brought back.",
    source: "design §8",
  },
  {
    id: "visitor-page",
    wording:
      "Visitors see their answer as it is written, stop it, and are shown nothing of what was removed, whoever did it.",
    source: "dashboard",
  },
  {
    id: "visitor-page-embedded",
    wording: "The visitors' page works in a page of another origin that is named, and in no other.",
    source: "security §3 T49",
  },
  {
    id: "dashboard-live",
    wording: "What the dashboard shows is live, or says of when it is; one stream serves every tab of a browser.",
    source: "dashboard",
  },
  {
    id: "dashboard-transcript",
    wording:
      "The dashboard shows a conversation of any length whole and in order, and moves nothing that is being read.",
    source: "dashboard",
  },
  {
    id: "dashboard-writing",
    wording:
      "What an operator writes on the dashboard goes where they said, once, and is lost by nothing but their own hand.",
    source: "dashboard",
  },
  {
    id: "dashboard-schedules",
    wording: "Schedules are made, changed, run, paused and deleted on the dashboard, and nobody's change is lost.",
    source: "dashboard",
  },
  {
    id: "dashboard-settings",
    wording: "Settings and plugins are changed on the dashboard while the bot runs, and what is refused says why.",
    source: "dashboard",
  },
  {
    id: "dashboard-for-everyone",
    wording: "The dashboard works by keyboard, with a screen reader, on a phone, and in light and dark.",
    source: "dashboard",
  },
  {
    id: "dashboard-health",
    wording:
      "An operator sees how the bot is, what it uses and costs, what was asked of it and who may come in, and acts on it there.",
    source: "docs/http.md, Deliveries, Usage, The audit log, Tokens",
  },
  {
    id: "discord-connection",
    wording: "No fault of Discord's gateway ends the process; each is shown as it is, and mended where it can be.",
    source: "platforms §3.1",
  },
  {
    id: "discord-catch-up",
    wording: "What was said on Discord while nobody listened is answered once, in order, before what is newer.",
    source: "platforms §3.3",
  },
  {
    id: "discord-stop",
    wording: "A bot that is told to stop is quiet on Discord afterwards, whatever state its connection was in.",
    source: "platforms §3.3",
  },
  {
    id: "slack-conversations",
    wording: "In Slack one function makes keys and reply addresses; one post is taken in once, after it is stored.",
    source: "platforms §2, §3.2",
  },
  {
    id: "slack-commands",
    wording: "Commands in Slack ask the same policy typed, behind a slash or clicked, and are carried out once.",
    source: "platforms §2, §3.2",
  },
  {
    id: "slack-replies",
    wording: "A reply in Slack is shown, streamed, then whole; it comes once, and pings nobody in any form.",
    source: "platforms §2, §3.2",
  },
  {
    id: "slack-connection",
    wording:
      "Slack's sockets are renewed without a gap, survive what comes over them, and tell what only people can mend.",
    source: "platforms §2, §3.2",
  },
  {
    id: "slack-signatures",
    wording:
      "What comes over HTTP has Slack's signature, a time near ours in both ways, and is done once; without a secret nothing starts.",
    source: "platforms §2, §3.2",
  },
  {
    id: "discord-by-token",
    wording: "With DISCORD_TOKEN set the bot is on Discord; without it nothing of Discord is loaded.",
    source: "platforms §1.4",
  },
  {
    id: "discord-doctor",
    wording:
      "Of all that a bot needs on Discord keyturn doctor says whether it is well or what to do, and tells no token.",
    source: "platforms §1.4",
  },
  {
    id: "slack-by-tokens",
    wording:
      "With its tokens set the bot is in Slack, in Socket Mode or over HTTP; where one is missing or another's it says which, and tells none.",
    source: "platforms §1.4",
  },
  {
    id: "slack-installations",
    wording:
      "A Slack workspace installs the app by an answer that its own browser asked for; its tokens are kept encrypted, and what is removed there is removed here alone.",
    source: "platforms §1.2, security §3",
  },
  {
    id: "slack-rotation",
    wording: "A token of Slack's that ends is replaced by one refresh, and a refresh that fails loses no installation.",
    source: "platforms §1.2",
  },
  {
    id: "slack-workspaces",
    wording: "Workspaces of one Slack app share nothing: no conversation, name, rate, lane, draft or right.",
    source: "platforms §1.2",
  },
  {
    id: "slack-doctor",
    wording:
      "Of all that a bot needs in Slack keyturn doctor says whether it is well or what to do, and tells no token.",
    source: "platforms §1.4",
  },
  {
    id: "slack-manifest",
    wording: "The manifest asks Slack for exactly the scopes, events and commands that the bot uses.",
    source: "platforms §1.4",
  },
  {
    id: "slack-amendments",
    wording: "What a person changes or deletes in Slack changes in the queue, the run and the transcript.",
    source: "platforms §2",
  },
  {
    id: "slack-files",
    wording: "A file that a person sends in Slack is read at once, with a token that no other host gets.",
    source: "platforms §1.2, §2",
  },
];

/**
 * Cites promises in the name of a suite: `describe(promises("order", "no-loss") + "delivery", …)`.
 * @throws Error when there is no such promise.
 */
export function promises(...ids: readonly string[]): string {
  for (const id of ids) {
    if (!requirements.some((requirement) => requirement.id === id)) throw new Error(`There is no promise "${id}".`);
  }
  return `[${ids.join(", ")}] `;
}
