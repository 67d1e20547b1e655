import type { AnyBlock } from "@slack/types";
import { slackLimits } from "../limits.ts";
import { fieldOf, listOf, textOf } from "../read.ts";
import { ApiError } from "./api-error.ts";
import { countMarkdownBlocks } from "./count-markdown-blocks.ts";

const knownTypes: ReadonlySet<string> = new Set([
  "actions",
  "alert",
  "call",
  "card",
  "carousel",
  "context",
  "context_actions",
  "divider",
  "file",
  "header",
  "image",
  "input",
  "markdown",
  "plan",
  "rich_text",
  "section",
  "table",
  "task_card",
  "video",
]);

/**
 * Checks blocks as Slack does, as far as its limits are known.
 * @throws ApiError `invalid_blocks_format`, `invalid_blocks` with a message for each fault, `msg_blocks_too_long`.
 */
export function checkBlocks(value: unknown): readonly AnyBlock[] {
  if (!Array.isArray(value)) throw new ApiError("invalid_blocks_format");
  const blocks = listOf(value).filter(isBlock);
  if (blocks.length !== value.length) throw new ApiError("invalid_blocks_format");
  const faults = [...faultsOfCount(blocks), ...blocks.flatMap(faultsOfBlock)];
  if (faults.length > 0) throw invalidBlocks(faults);
  if (lengthOf(blocks) > slackLimits.blocksText) throw new ApiError("msg_blocks_too_long");
  return blocks;
}

function invalidBlocks(faults: readonly string[]): ApiError {
  const messages = faults.map((fault) => `[ERROR] ${fault}`);
  return new ApiError("invalid_blocks", { errors: faults, response_metadata: { messages } });
}

function isBlock(value: unknown): value is AnyBlock {
  return textOf(fieldOf(value, "type")) !== undefined;
}

function faultsOfCount(blocks: readonly AnyBlock[]): readonly string[] {
  const count = blocks.reduce((sum, block) => {
    return sum + (block.type === "markdown" ? countMarkdownBlocks(textOf(fieldOf(block, "text")) ?? "") : 1);
  }, 0);
  const ids = blocks.flatMap((block) => textOf(fieldOf(block, "block_id")) ?? []);
  return [
    ...(count > slackLimits.blocks ? [`no more than ${slackLimits.blocks} items allowed [json-pointer:/blocks]`] : []),
    ...(new Set(ids).size < ids.length ? ["`block_id` must be unique [json-pointer:/blocks]"] : []),
  ];
}

function faultsOfBlock(block: AnyBlock, index: number): readonly string[] {
  const at = `/blocks/${index}`;
  if (!knownTypes.has(block.type)) return [`unsupported type: ${block.type} [json-pointer:${at}/type]`];
  return [
    ...tooLong(fieldOf(block, "block_id"), slackLimits.identifier, `${at}/block_id`),
    ...faultsOfType(block, at),
    ...listOf(fieldOf(block, "elements")).flatMap((element, position) => {
      return faultsOfElement(element, `${at}/elements/${position}`);
    }),
    ...faultsOfElement(fieldOf(block, "accessory"), `${at}/accessory`),
  ];
}

function faultsOfType(block: AnyBlock, at: string): readonly string[] {
  const text = fieldOf(block, "text");
  const elements = listOf(fieldOf(block, "elements")).length;
  switch (block.type) {
    case "section": {
      const fields = listOf(fieldOf(block, "fields"));
      if (text === undefined && fields.length === 0) return [`missing required field: text [json-pointer:${at}/text]`];
      return text === undefined ? [] : faultsOfText(text, slackLimits.sectionText, `${at}/text`);
    }
    case "header":
      return faultsOfText(text, slackLimits.headerText, `${at}/text`);
    case "markdown":
      return faultsOfLength(text, slackLimits.markdownBlock, `${at}/text`);
    case "actions":
      return tooMany(elements, slackLimits.actionsElements, at);
    case "context":
      return tooMany(elements, slackLimits.contextElements, at);
    default:
      return [];
  }
}

function faultsOfElement(element: unknown, at: string): readonly string[] {
  const id = tooLong(fieldOf(element, "action_id"), slackLimits.identifier, `${at}/action_id`);
  if (fieldOf(element, "type") !== "button") return id;
  return [
    ...id,
    ...faultsOfText(fieldOf(element, "text"), slackLimits.buttonText, `${at}/text`),
    ...tooLong(fieldOf(element, "value"), slackLimits.buttonValue, `${at}/value`),
  ];
}

function faultsOfText(text: unknown, limit: number, at: string): readonly string[] {
  return faultsOfLength(fieldOf(text, "text"), limit, `${at}/text`);
}

function faultsOfLength(text: unknown, limit: number, at: string): readonly string[] {
  if (typeof text !== "string") return [`missing required field: text [json-pointer:${at}]`];
  return text === "" ? [`must be more than 0 characters [json-pointer:${at}]`] : tooLong(text, limit, at);
}

function tooLong(text: unknown, limit: number, at: string): readonly string[] {
  const isTooLong = typeof text === "string" && text.length > limit;
  return isTooLong ? [`must be less than ${limit + 1} characters [json-pointer:${at}]`] : [];
}

function tooMany(count: number, limit: number, at: string): readonly string[] {
  if (count === 0) return [`must have at least 1 items [json-pointer:${at}/elements]`];
  return count > limit ? [`no more than ${limit} items allowed [json-pointer:${at}/elements]`] : [];
}

/** Characters of every text in the blocks. */
function lengthOf(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, element) => sum + lengthOf(element), 0);
  if (typeof value !== "object" || value === null) return 0;
  return Object.entries(value).reduce((sum, [name, field]) => {
    return sum + (name === "text" && typeof field === "string" ? field.length : lengthOf(field));
  }, 0);
}
