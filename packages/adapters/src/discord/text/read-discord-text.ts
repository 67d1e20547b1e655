/** What the names of things are; undefined where one is unknown. */
export interface DiscordNames {
  user(id: string): string | undefined;
  role(id: string): string | undefined;
  channel(id: string): string | undefined;
}

/** The bot, as a text can mention it. */
export interface DiscordBot {
  readonly userId: string;
  /** The roles that the bot has in this guild. */
  readonly roleIds: readonly string[];
}

/** What a person wrote, for the agent. */
export interface DiscordText {
  readonly text: string;
  /** Whether the bot or a role of it is mentioned anywhere but in code. */
  readonly isAddressed: boolean;
}

/** Code, where nothing is a mention; else a mention, an emoji, a command or a time. */
const tokens =
  /```[\s\S]*?```|`[^`\n]+`|<(@!?|@&|#)(\d{1,20})>|<a?:(\w{2,32}):\d{1,20}>|<\/([^:<>\n]{1,100}):\d{1,20}>|<t:(-?\d{1,13})(?::[tTdDfFsSR])?>/g;

/**
 * Reads the text of a message: a mention of the bot at the beginning is taken away, once, and every other mention becomes
 * the name that people see. A mention of what has no name stays as it is.
 */
export function readDiscordText(content: string, bot: DiscordBot, names: DiscordNames): DiscordText {
  let isAddressed = false;
  const isBot = (kind: string, id: string): boolean =>
    kind === "@&" ? bot.roleIds.includes(id) : kind.startsWith("@") && id === bot.userId;
  const leading = /^\s*<(@!?|@&)(\d{1,20})>[\s,:]*/.exec(content);
  const isLeading = leading !== null && isBot(leading[1] ?? "", leading[2] ?? "");
  const rest = isLeading ? content.slice(leading[0].length) : content.trimStart();
  const text = rest.replaceAll(tokens, (token: string, ...groups: readonly (string | undefined)[]) => {
    const [kind, id = "", emoji, command, time] = groups;
    if (kind !== undefined) {
      isAddressed ||= isBot(kind, id);
      return nameOf(kind, id, names) ?? token;
    }
    if (emoji !== undefined) return `:${emoji}:`;
    if (command !== undefined) return `/${command}`;
    return time === undefined ? token : (timeOf(Number(time)) ?? token);
  });
  return { text: text.trimEnd(), isAddressed: isAddressed || isLeading };
}

function nameOf(kind: string, id: string, names: DiscordNames): string | undefined {
  if (kind === "#") return prefixed("#", names.channel(id));
  return prefixed("@", kind === "@&" ? names.role(id) : names.user(id));
}

function prefixed(sign: string, name: string | undefined): string | undefined {
  return name === undefined ? undefined : sign + name;
}

/** A time in seconds since 1970 as people and models can read it; undefined when there is no such date. */
function timeOf(seconds: number): string | undefined {
  const date = new Date(seconds * 1_000);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
