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

  /** Takes lines of the worker; half a line at the end is passed over. */
  take(lines: string): void {
    for (const line of lines.split("\n").slice(0, -1)) {
      const [when, ...step] = line.split(" ");
      const conversation = this.#conversation(step[1] ?? "");
      if (when === "begin") conversation.begun = step;
      else {
        this.#acknowledged += 1;
        conversation.begun = undefined;
        apply(conversation, step);
      }
    }
  }

  /** Everything in which the store differs from what was acknowledged; empty when it has kept its word. */
  async differences(store: SessionStore): Promise<readonly string[]> {
    const found: string[] = [];
    for (const [place, conversation] of this.#conversations) {
      const actual = await read(store, place);
      const allowed = [conversation, ...afterStep(conversation)].map(({ messages }) => describe(messages));
      if (!allowed.includes(describe(actual))) {
        found.push(`${place} has ${describe(actual) || "nothing"}; acknowledged was ${allowed.join(" or ") || "nothing"}`);
      }
      conversation.begun = undefined;
      conversation.messages.clear();
      for (const [text, isAnswered] of actual) conversation.messages.set(text, isAnswered);
    }
    return found;
  }

  #conversation(place: string): Conversation {
    let conversation = this.#conversations.get(place);
    if (conversation === undefined) {
      conversation = { messages: new Map(), begun: undefined };
      this.#conversations.set(place, conversation);
    }
    return conversation;
  }
}

function apply({ messages }: Conversation, [operation, , texts = ""]: readonly string[]): void {
  if (operation === "accept") messages.set(texts, false);
  else if (operation === "answer") for (const text of texts.split("+")) messages.set(text, true);
  else messages.clear();
}

function afterStep({ messages, begun }: Conversation): readonly Conversation[] {
  if (begun === undefined) return [];
  const after = { messages: new Map(messages), begun: undefined };
  apply(after, begun);
  return [after];
}

function describe(messages: ReadonlyMap<string, boolean>): string {
  return [...messages].map(([text, isAnswered]) => `${text}${isAnswered ? "!" : "?"}`).join(" ");
}

async function read(store: SessionStore, place: string): Promise<ReadonlyMap<string, boolean>> {
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
