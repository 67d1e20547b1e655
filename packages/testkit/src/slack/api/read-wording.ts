import type { Wording } from "../activity/compose-content.ts";
import { slackLimits } from "../limits.ts";
import { fieldOf, isFields, listOf, textOf } from "../read.ts";
import type { MessageMetadata } from "../world/message.ts";
import type { ApiArguments } from "./api-arguments.ts";
import { ApiError } from "./api-error.ts";
import { checkBlocks } from "./check-blocks.ts";

/** Where a wording is read for. */
export interface WordingRules {
  /** Longest `text`; longer ones are cut, or refused where `refusesLongText` says so. */
  readonly textLimit: number;
  readonly refusesLongText: boolean;
}

/**
 * Reads what a message is to say: `text`, `blocks`, `attachments`, `markdown_text` and `metadata`.
 * @throws ApiError with the code that Slack has for what is wrong.
 */
export function readWording(args: ApiArguments, rules: WordingRules): Wording {
  const markdown = args.text("markdown_text");
  const text = args.text("text");
  const blocks = args.json("blocks", "invalid_blocks_format");
  const attachments = listOf(args.json("attachments", "invalid_attachments"));
  const metadata = readMetadata(args);
  if (markdown !== undefined) {
    if (text !== undefined || blocks !== undefined) throw new ApiError("markdown_text_conflict");
    if (markdown.length > slackLimits.markdownText) throw new ApiError("msg_too_long");
    return { text: markdown, isMarkdown: true, attachments, metadata };
  }
  const checked = blocks === undefined ? [] : checkBlocks(blocks);
  if ((text ?? "").trim() === "" && checked.length === 0 && attachments.length === 0) throw new ApiError("no_text");
  if (rules.refusesLongText && (text ?? "").length > rules.textLimit) throw new ApiError("msg_too_long");
  const linksNames = args.flag("link_names") || args.text("parse") === "full";
  return { text: (text ?? "").slice(0, rules.textLimit), blocks: checked, attachments, metadata, linksNames };
}

/**
 * The metadata; none for an empty object, which takes metadata away in an update.
 * @throws ApiError `invalid_metadata_format`.
 */
export function readMetadata(args: ApiArguments): MessageMetadata | undefined {
  const value = args.json("metadata", "invalid_metadata_format");
  if (value === undefined || (isFields(value) && Object.keys(value).length === 0)) return undefined;
  const type = textOf(fieldOf(value, "event_type"));
  const payload = fieldOf(value, "event_payload");
  if (type === undefined || !isFields(payload)) throw new ApiError("invalid_metadata_format");
  return { event_type: type, event_payload: payload };
}
