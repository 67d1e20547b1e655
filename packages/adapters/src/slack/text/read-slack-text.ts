import { unescapeText } from "./escape-text.ts";

/** What the names of things are; undefined where one is unknown. */
export interface SlackNames {
  user(id: string): string | undefined;
  channel(id: string): string | undefined;
  userGroup(id: string): string | undefined;
}

/** What a person wrote, for the agent. */
export interface SlackText {
  readonly text: string;
  /** Whether the bot is mentioned. */
  readonly isAddressed: boolean;
}

/**
 * Reads the text of a message as Slack sends it: a mention of the bot at the beginning is taken away, once; other mentions
 * become the name that people see, else their id; links become Markdown. Tokens are read before their text is unescaped,
 * and all in one pass, so nothing is unescaped twice and nothing that a person typed becomes a mention.
 */
export function readSlackText(text: string, botUserId: string, names: SlackNames): SlackText {
  const leading = /^\s*<@(\w+)(?:\|[^<>]*)?>[\s,:]*/.exec(text);
  const isLeading = leading !== null && leading[1] === botUserId;
  const rest = isLeading ? text.slice(leading[0].length) : text.trimStart();
  let isAddressed = isLeading;
  const read = rest.replaceAll(/<([^<>]+)>|&(?:amp|lt|gt);/g, (token: string, content: string | undefined) => {
    if (content === undefined) return unescapeText(token);
    isAddressed ||= content === `@${botUserId}` || content.startsWith(`@${botUserId}|`);
    return readToken(content, names);
  });
  return { text: read.trimEnd(), isAddressed };
}

/** What stands between `<` and `>`, for a reader. */
function readToken(content: string, names: SlackNames): string {
  const bar = content.indexOf("|");
  const [target, label] = bar === -1 ? [content, ""] : [content.slice(0, bar), unescapeText(content.slice(bar + 1))];
  const id = target.slice(1);
  switch (target.charAt(0)) {
    case "@":
      return named("@", names.user(id), label, id);
    case "#":
      return named("#", names.channel(id), label, id);
    case "!":
      return readSpecial(id, label, names);
    default:
      return readLink(unescapeText(target), label);
  }
}

function named(sign: string, known: string | undefined, label: string, id: string): string {
  const name = known ?? (label === "" ? id : label);
  return name.startsWith(sign) ? name : sign + name;
}

/** `!here`, `!subteam^S123|@team`, `!date^…|a text that every reader understands`. */
function readSpecial(content: string, label: string, names: SlackNames): string {
  const [kind = "", id = ""] = content.split("^", 2);
  if (kind === "subteam") return named("@", names.userGroup(id), label, id);
  return label === "" || kind === "here" || kind === "channel" || kind === "everyone" ? `@${kind}` : label;
}

/** A link whose label says no more than its address is the address. */
function readLink(url: string, label: string): string {
  const bare = url.replace(/^(?:https?:\/\/|mailto:|tel:)/, "");
  if (label === "" || label === url) return url;
  return label === bare ? (url.startsWith("mailto:") || url.startsWith("tel:") ? bare : url) : `[${label}](${url})`;
}
