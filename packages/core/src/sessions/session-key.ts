import { InvalidInputError } from "../errors.ts";

/**
 * Names a conversation. Two messages belong to one conversation when their keys have the same text.
 * Each part is the chat service's own id and 1 to 256 characters long.
 */
export interface SessionKey {
  /** The channel adapter's name, such as `discord`. */
  readonly adapter: string;
  /** The bot's account or workspace at the service: several bots of one adapter never share a session. */
  readonly account: string;
  /** The channel, direct message or page. */
  readonly place: string;
  /** The thread, where the scope asks for it. */
  readonly thread?: string | undefined;
  /** The person, where each person of a place has a conversation of their own. */
  readonly person?: string | undefined;
}

/** A session key as one line, `adapter/account/place[/t:thread][/p:person]`, each part percent-encoded. */
export type SessionKeyText = string;

const maximumPartLength = 256;
const plain = /^[A-Za-z0-9_.-]+$/;

function encode(name: string, part: string): string {
  if (part.length === 0 || part.length > maximumPartLength) {
    throw new InvalidInputError(
      `The session key's ${name} must have 1 to ${maximumPartLength} characters; it has ${part.length}.`,
    );
  }
  if (plain.test(part)) return part;
  try {
    return encodeURIComponent(part);
  } catch (cause) {
    throw new InvalidInputError(`The session key's ${name} is not well-formed Unicode.`, { cause });
  }
}

/**
 * The key as one line; `parseSessionKey` turns it back into the same key.
 * @throws InvalidInputError when a part is empty, too long or not well-formed Unicode.
 */
export function formatSessionKey(key: SessionKey): SessionKeyText {
  let text = `${encode("adapter", key.adapter)}/${encode("account", key.account)}/${encode("place", key.place)}`;
  if (key.thread !== undefined) text += `/t:${encode("thread", key.thread)}`;
  if (key.person !== undefined) text += `/p:${encode("person", key.person)}`;
  return text;
}

/**
 * The key that `formatSessionKey` made the text of.
 * @throws InvalidInputError when the text is not such a line.
 */
export function parseSessionKey(text: SessionKeyText): SessionKey {
  const [adapter, account, place, ...rest] = text.split("/");
  const invalid = (cause?: unknown) =>
    new InvalidInputError(
      `"${text}" is not a session key; expected adapter/account/place, then /t:thread and /p:person where needed.`,
      { cause },
    );
  if (adapter === undefined || account === undefined || place === undefined) throw invalid();
  try {
    const thread = rest[0]?.startsWith("t:") === true ? rest.shift()?.slice(2) : undefined;
    const person = rest[0]?.startsWith("p:") === true ? rest.shift()?.slice(2) : undefined;
    const key: SessionKey = {
      adapter: decodeURIComponent(adapter),
      account: decodeURIComponent(account),
      place: decodeURIComponent(place),
      ...(thread !== undefined && { thread: decodeURIComponent(thread) }),
      ...(person !== undefined && { person: decodeURIComponent(person) }),
    };
    if (rest.length > 0 || formatSessionKey(key) !== text) throw invalid();
    return key;
  } catch (cause) {
    throw cause instanceof InvalidInputError && cause.message.startsWith('"') ? cause : invalid(cause);
  }
}
