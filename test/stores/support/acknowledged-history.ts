import type { SessionStore } from "@keyturn/core";
import { lineOf } from "../../../packages/testkit/src/contracts/session-store-conversation.ts";

interface Conversation {
  /** Accepted since the last reset or delete, in order, and whether they were answered. */
  readonly messages: Map<string, boolean>;
  /** The step that was begun and not acknowledged: it may have happened or not. */
  begun: readonly string[] | undefined;
}

/** What a worker was told, from the lines that it wrote, and whether a store still has all of it, and nothing else. */
export class AcknowledgedHistory {
  readonly #conversations = new Map<string, Conversation>();
  #acknowledged = 0;

  /** How many steps were acknowledged. */
  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** Takes whole lines of the worker. */
  take(lines: string): void {
    for (const { isEnd, step } of parse(lines)) {
      const conversation = this.#conversation(step);
      conversation.begun = isEnd ? undefined : step;
      if (!isEnd) continue;
      this.#acknowledged += 1;
      apply(conversation.messages, step);
    }
  }

  /**
   * Everything in which the store differs from what was acknowledged; empty when it has kept its word. Steps that were
   * begun and not acknowledged may have happened, those too that the worker began `meanwhile`. What the store has then
   * counts as acknowledged.
   */
  async differences(store: SessionStore, meanwhile: string = ""): Promise<readonly string[]> {
    const later = parse(meanwhile).filter(({ isEnd }) => !isEnd);
    for (const { step } of later) this.#conversation(step);
    const found: string[] = [];
    for (const [place, conversation] of this.#conversations) {
      const steps = later.map(({ step }) => step).filter((step) => step[1] === place);
      const allowed = statesAfter(conversation, steps).map(describe);
      const actual = await read(store, place);
      if (!allowed.includes(describe(actual)))
        found.push(`${place} has ${describe(actual)}, not ${allowed.join(" or ")}`);
      this.#conversations.set(place, { messages: new Map(actual), begun: undefined });
    }
    return found;
  }

  #conversation([, place = ""]: readonly string[]): Conversation {
    let conversation = this.#conversations.get(place);
    if (conversation === undefined) {
      conversation = { messages: new Map(), begun: undefined };
      this.#conversations.set(place, conversation);
    }
    return conversation;
  }
}

/** A line of the worker: a step's operation, place and texts, and whether it was begun or has ended. */
function parse(lines: string): readonly { readonly isEnd: boolean; readonly step: readonly string[] }[] {
  return lines
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split(" "))
    .map(([when, ...step]) => ({ isEnd: when === "end", step }));
}

type Messages = ReadonlyMap<string, boolean>;

/** What a conversation may hold: what it was, and what it became with each of the steps that may have happened. */
function statesAfter({ messages, begun }: Conversation, steps: readonly (readonly string[])[]): readonly Messages[] {
  const states: Messages[] = [messages];
  const current = new Map(messages);
  for (const step of begun === undefined ? steps : [begun, ...steps]) {
    apply(current, step);
    states.push(new Map(current));
  }
  return states;
}

function apply(messages: Map<string, boolean>, [operation, , texts = ""]: readonly string[]): void {
  if (operation === "accept") messages.set(texts, false);
  else if (operation === "answer") for (const text of texts.split("+")) messages.set(text, true);
  else messages.clear();
}

function describe(messages: Messages): string {
  return [...messages].map(([text, isAnswered]) => `${text}${isAnswered ? "!" : "?"}`).join(" ") || "nothing";
}

async function read(store: SessionStore, place: string): Promise<Messages> {
  const messages = new Map<string, boolean>();
  const id = await store.find(`test/main/${place}`);
  if (id === undefined) return messages;
  const page = await store.entries(id, { limit: 1_000 });
  for (const line of (page?.entries ?? []).map(lineOf)) {
    if (line.startsWith("user: ")) messages.set(line.slice("user: ".length), false);
    else for (const text of line.slice("assistant: to ".length).split("+")) messages.set(text, true);
  }
  for (const { text } of await store.waiting(id)) messages.set(text, false);
  return messages;
}
