/**
 * Numbers of the Slack platform. Where Slack documents one, the page is named; the others were measured by people who
 * ran into them, and their report is named.
 */
export interface SlackLimits {
  /** Characters of `text` that are kept; what is longer is cut off (docs, "chat.postMessage", truncating content). */
  readonly text: number;
  /** Characters of `text` in `chat.update`, above which it answers `msg_too_long` (getnao/nao#1323, iris-core#61). */
  readonly updatedText: number;
  /** Characters of one `markdown_text` (docs, "chat.postMessage", "chat.appendStream"). */
  readonly markdownText: number;
  /** Characters of one `markdown` block (docs, "Markdown block"). */
  readonly markdownBlock: number;
  /** Characters of all text in all blocks, above which Slack answers `msg_blocks_too_long` (metabase#79908). */
  readonly blocksText: number;
  /** Blocks in a message (docs, "Blocks"); a markdown block counts as the blocks it expands to (archestra#4980). */
  readonly blocks: number;
  /** Characters of the text of a section (docs, "Section block"). */
  readonly sectionText: number;
  /** Characters of a header (docs, "Header block"). */
  readonly headerText: number;
  /** Elements of an actions block (docs, "Actions block"). */
  readonly actionsElements: number;
  /** Elements of a context block (docs, "Context block"). */
  readonly contextElements: number;
  /** Characters of a button's text and of its value (docs, "Button element"). */
  readonly buttonText: number;
  readonly buttonValue: number;
  /** Characters of a `block_id` and of an `action_id` (docs, "Blocks"). */
  readonly identifier: number;
  /** Text of a whole stream, above which `chat.stopStream` answers `msg_too_long` (vercel/chat#637, adcp#4820). */
  readonly streamText: number;
  /** Life of a stream in milliseconds, idle or not (python-slack-sdk#1859: about five minutes). */
  readonly streamLife: number;
  /** How long a thread's status stays without a post, in milliseconds (docs, "assistant.threads.setStatus"). */
  readonly statusLife: number;
  /** Loading messages of a status (docs, "assistant.threads.setStatus"). */
  readonly loadingMessages: number;
  /** Time in which a delivery must be acknowledged, in milliseconds (docs, "The Events API"). */
  readonly acknowledgement: number;
  /** When a delivery that failed is tried again, in milliseconds after the failure (docs, "The Events API", retries). */
  readonly retryDelays: readonly number[];
  /** Uses of a response URL, and its life in milliseconds (docs, "Handling user interaction"). */
  readonly responseUrlUses: number;
  readonly responseUrlLife: number;
  /** How long a `trigger_id` opens a view, in milliseconds (docs, "Modals": three seconds). */
  readonly triggerLife: number;
  /** Sockets that one app may have open (docs, "Using Socket Mode"). */
  readonly sockets: number;
  /** How long a socket stays open after its client was asked to leave, in milliseconds (docs, "Using Socket Mode"). */
  readonly leaveTime: number;
  /** How long an authorisation code can be redeemed, in milliseconds (docs, "Installing with OAuth": ten minutes). */
  readonly codeLife: number;
  /** Life of an access token that is rotated, in seconds (docs, "Using token rotation": twelve hours). */
  readonly rotatedTokenLife: number;
}

/** The numbers, as they stand. */
export const slackLimits: SlackLimits = Object.freeze({
  text: 40_000,
  updatedText: 4_000,
  markdownText: 12_000,
  markdownBlock: 12_000,
  blocksText: 13_200,
  blocks: 50,
  sectionText: 3_000,
  headerText: 150,
  actionsElements: 25,
  contextElements: 10,
  buttonText: 75,
  buttonValue: 2_000,
  identifier: 255,
  streamText: 12_000,
  streamLife: 300_000,
  statusLife: 120_000,
  loadingMessages: 10,
  acknowledgement: 3_000,
  retryDelays: Object.freeze([0, 60_000, 300_000]),
  responseUrlUses: 5,
  responseUrlLife: 1_800_000,
  triggerLife: 3_000,
  sockets: 10,
  leaveTime: 10_000,
  codeLife: 600_000,
  rotatedTokenLife: 43_200,
});
