import {
  type ElizaRule,
  elizaFallbacks,
  elizaMemories,
  elizaRepetitions,
  elizaRules,
  elizaSilences,
} from "./eliza-script.ts";
import { reflect } from "./reflect.ts";

/** Messages that are looked at: enough for memory, and a bound to the work of one answer. */
const longestView = 50;

/** Beginning of a message that is listened to, in characters: a bound to the work of the patterns. */
const longestHearing = 1_000;

/** Longest piece of a message that is taken up, in characters. */
const longestFragment = 120;

/**
 * The answer to the last of a person's messages. It is made by following the conversation from the start, so it depends
 * on nothing but the messages: the same conversation always gets the same answer.
 */
export function answerTo(messages: readonly string[]): string {
  const conversation = new ElizaConversation();
  let answer = "";
  for (const message of messages.slice(-longestView)) answer = conversation.reply(message);
  return answer;
}

class ElizaConversation {
  readonly #uses = new Map<readonly string[], number>();
  readonly #topics: string[] = [];
  #previous: string | undefined;
  #comebacks = 0;

  reply(said: string): string {
    const message = said
      .slice(0, longestHearing)
      .replaceAll(/[^\S\n]+/g, " ")
      .trim();
    const plain = message.toLowerCase();
    const isRepetition = plain === this.#previous;
    this.#previous = plain;
    if (!/[\p{L}\p{N}]/u.test(plain)) return this.#next(elizaSilences);
    if (isRepetition) return this.#next(elizaRepetitions);
    return this.#replyByRule(message) ?? this.#replyByMemory() ?? this.#next(elizaFallbacks);
  }

  #replyByRule(message: string): string | undefined {
    let best: { readonly rule: ElizaRule; readonly match: RegExpExecArray } | undefined;
    for (const rule of elizaRules) {
      if (best !== undefined && rule.rank <= best.rule.rank) continue;
      const match = rule.pattern.exec(message);
      if (match !== null) best = { rule, match };
    }
    if (best === undefined) return undefined;
    const fragment = reflect(shorten(best.match[1] ?? ""));
    if (best.rule.isTopic === true && fragment !== "") this.#topics.push(fragment);
    return this.#next(best.rule.answers, fragment);
  }

  /** Every other time that no rule matches, something that was said before comes back, the oldest first. */
  #replyByMemory(): string | undefined {
    this.#comebacks += 1;
    const topic = this.#comebacks % 2 === 1 ? this.#topics.shift() : undefined;
    return topic === undefined ? undefined : this.#next(elizaMemories, topic);
  }

  #next(answers: readonly string[], fragment = ""): string {
    const uses = this.#uses.get(answers) ?? 0;
    this.#uses.set(answers, uses + 1);
    return (answers[uses % answers.length] ?? "").replaceAll("$1", () => fragment);
  }
}

function shorten(fragment: string): string {
  const trimmed = fragment.trim().replaceAll(/\s+/g, " ");
  if (trimmed.length <= longestFragment) return trimmed;
  return `${trimmed.slice(0, longestFragment).replace(/\s\S*$/, "")} …`;
}
