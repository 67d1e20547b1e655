import type { RichTextBlock, RichTextElement } from "@slack/types";

/** What a person typed, as Slack passes it on. */
export interface TypedText {
  /** Escaped, with tokens for mentions, channels and links. */
  readonly text: string;
  /** The same as the rich text that Slack's editor makes. */
  readonly block: RichTextBlock;
}

/** Looks up what a name after `@` or `#` means in the workspace. */
export interface NameBook {
  userId(name: string): string | undefined;
  usergroupId(name: string): string | undefined;
  channelId(name: string): string | undefined;
}

interface Piece {
  readonly text: string;
  readonly element: RichTextElement;
}

const special =
  /(?<call>(?<![\w@])@(?:channel|here|everyone)\b)|(?<mention>(?<![\w@])@[\w.-]*\w)|(?<channel>(?<![\w#])#[\w-]+)|(?<link>https?:\/\/[^\s<>]+[^\s<>.,;:!?)])|(?<mail>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/g;

/**
 * Turns what a person types into what Slack sends: `&`, `<` and `>` escaped, `@name`, `#channel`, `@here` and URLs as
 * tokens. A name that nobody has stays text.
 */
export function typeText(typed: string, names: NameBook, blockId: string): TypedText {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of typed.matchAll(special)) {
    const piece = pieceOf(match.groups ?? {}, names);
    if (piece === undefined) continue;
    if (match.index > end) pieces.push(plain(typed.slice(end, match.index)));
    pieces.push(piece);
    end = match.index + match[0].length;
  }
  if (end < typed.length || pieces.length === 0) pieces.push(plain(typed.slice(end)));
  const elements = pieces.map(({ element }) => element);
  return {
    text: pieces.map(({ text }) => text).join(""),
    block: { type: "rich_text", block_id: blockId, elements: [{ type: "rich_text_section", elements }] },
  };
}

/** Escapes the three characters that Slack escapes (docs, "Formatting text for app surfaces"). */
function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function plain(text: string): Piece {
  return { text: escapeText(text), element: { type: "text", text } };
}

function pieceOf(groups: Readonly<Record<string, string | undefined>>, names: NameBook): Piece | undefined {
  const { call, mention, channel, link, mail } = groups;
  if (call !== undefined) return callOf(call.slice(1));
  if (mention !== undefined) return mentionOf(mention.slice(1), names);
  if (channel !== undefined) return channelOf(channel.slice(1), names);
  if (link !== undefined) return { text: `<${escapeText(link)}>`, element: { type: "link", url: link } };
  if (mail === undefined) return undefined;
  return { text: `<mailto:${mail}|${mail}>`, element: { type: "link", url: `mailto:${mail}`, text: mail } };
}

function callOf(call: string): Piece {
  const range = call === "here" || call === "everyone" ? call : "channel";
  return { text: `<!${range}>`, element: { type: "broadcast", range } };
}

function mentionOf(name: string, names: NameBook): Piece | undefined {
  const user = names.userId(name);
  if (user !== undefined) return { text: `<@${user}>`, element: { type: "user", user_id: user } };
  const group = names.usergroupId(name);
  if (group === undefined) return undefined;
  return { text: `<!subteam^${group}|@${name}>`, element: { type: "usergroup", usergroup_id: group } };
}

function channelOf(name: string, names: NameBook): Piece | undefined {
  const id = names.channelId(name);
  return id === undefined ? undefined : { text: `<#${id}|${name}>`, element: { type: "channel", channel_id: id } };
}
