import { ConfigurationError } from "@keyturn/core";
import type { VisitorStore } from "./visitor-store.ts";

/** The web chat for visitors: people without a login, on a page of its own that other pages may embed. */
export interface VisitorOptions {
  /**
   * Origins whose pages may show the chat in a frame, such as `["https://www.example.org"]`: exactly these, at most 100.
   * @default [], which is nobody
   */
  readonly embedIn?: readonly string[] | undefined;
  /**
   * What the bot is called on the page, 1 to 60 characters on one line.
   * @default "Chat"
   */
  readonly name?: string | undefined;
  /** What stands there before anything is said, 1 to 500 characters. Default: a sentence in the visitor's language. */
  readonly greeting?: string | undefined;
  /**
   * Days without a request after which a visitor's token ends, 1 to 365. The conversation stays with the operators.
   * @default 30
   */
  readonly idleDays?: number | undefined;
  /**
   * Messages that one visitor may send within a minute, 1 to 60: a person who types in short lines stays below.
   * @default 10
   */
  readonly messagesPerMinute?: number | undefined;
  /**
   * Longest message, in UTF-16 code units, 100 to 10,000: two pages of text.
   * @default 4_000
   */
  readonly messageCharacters?: number | undefined;
  /** Where visitors' tokens are kept, hashed. Default: in memory, so that they end with the process. */
  readonly store?: VisitorStore | undefined;
}

/** `VisitorOptions` with every default filled in, but for the store. */
export interface CheckedVisitorOptions {
  readonly embedIn: readonly string[];
  readonly name: string;
  readonly greeting: string | undefined;
  readonly idleDays: number;
  readonly messagesPerMinute: number;
  readonly messageCharacters: number;
}

/** The defaults of `VisitorOptions`. */
export const visitorDefaults: Omit<CheckedVisitorOptions, "greeting"> = Object.freeze({
  embedIn: [],
  name: "Chat",
  idleDays: 30,
  messagesPerMinute: 10,
  messageCharacters: 4_000,
});

const mostOrigins = 100;

/**
 * Fills defaults in and checks what was given.
 * @throws ConfigurationError that names the option, its value and what is allowed.
 */
export function checkVisitorOptions(options: VisitorOptions): CheckedVisitorOptions {
  const {
    embedIn = visitorDefaults.embedIn,
    name = visitorDefaults.name,
    greeting,
    idleDays = visitorDefaults.idleDays,
    messagesPerMinute = visitorDefaults.messagesPerMinute,
    messageCharacters = visitorDefaults.messageCharacters,
  } = options;
  if (embedIn.length > mostOrigins) {
    throw new ConfigurationError(`visitors.embedIn has ${embedIn.length} origins; ${mostOrigins} are the most.`);
  }
  for (const origin of embedIn) checkOrigin(origin);
  checkText("visitors.name", name, 60);
  if (/[\r\n]/.test(name)) throw new ConfigurationError("visitors.name has more than one line.");
  if (greeting !== undefined) checkText("visitors.greeting", greeting, 500);
  checkWhole("visitors.idleDays", idleDays, 1, 365);
  checkWhole("visitors.messagesPerMinute", messagesPerMinute, 1, 60);
  checkWhole("visitors.messageCharacters", messageCharacters, 100, 10_000);
  return { embedIn, name, greeting, idleDays, messagesPerMinute, messageCharacters };
}

/** An origin goes into a header as it is: nothing but one, spelled as a browser spells it, may stand there. */
function checkOrigin(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:\/\/[a-z0-9.:[\]-]+$/.test(text) && url.origin === text) return;
  throw new ConfigurationError(
    `visitors.embedIn has ${JSON.stringify(text.slice(0, 200))}; each must be an origin such as https://www.example.org: ` +
      "scheme, host and port where it has one, in lower case, without a path or a slash at the end, and no *.",
  );
}

function checkText(name: string, text: string, most: number): void {
  if (text.trim() !== "" && text.length <= most) return;
  throw new ConfigurationError(`${name} has ${text.length} characters; it must have 1 to ${most}, not all blank.`);
}

function checkWhole(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new ConfigurationError(`${name} is ${String(value)}; it must be a whole number from ${least} to ${most}.`);
}
