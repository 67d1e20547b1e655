import { createMemoryState } from "@chat-adapter/state-memory";
import { type Adapter, Chat, Message, type RawMessage } from "chat";
import type { Contender } from "./contender.ts";

/** The closest library, Vercel's Chat SDK, with its memory state and a handler for each thread's messages. */
export class PeerContender implements Contender {
  readonly #chat: Chat;
  readonly #adapter: CountingAdapter;
  #messages = 0;

  private constructor(chat: Chat, adapter: CountingAdapter) {
    this.#chat = chat;
    this.#adapter = adapter;
  }

  static async start(options: { readonly keepsHistory: boolean }): Promise<PeerContender> {
    const adapter = new CountingAdapter(options.keepsHistory);
    // "queue" is the mode that comes closest to ours: one message of a thread at a time, the next ones wait.
    const chat = new Chat({
      userName: "bot",
      adapters: { bench: adapter },
      state: createMemoryState(),
      logger: "silent",
      concurrency: "queue",
    });
    chat.onSubscribedMessage(async (thread) => {
      await thread.post("ok");
    });
    await chat.initialize();
    return new PeerContender(chat, adapter);
  }

  get answers(): number {
    return this.#adapter.posted;
  }

  async open(conversation: number): Promise<void> {
    await this.#chat.thread(threadOf(conversation)).subscribe();
  }

  async exchange(conversations: readonly number[]): Promise<void> {
    const handled: Promise<unknown>[] = [];
    const waitUntil = (task: Promise<unknown>) => handled.push(task);
    for (const conversation of conversations) {
      this.#messages += 1;
      const threadId = threadOf(conversation);
      const message = messageOf(threadId, `m-${this.#messages}`);
      handled.push(this.#chat.processMessage(this.#adapter, threadId, message, { waitUntil }));
    }
    await Promise.all(handled);
  }

  async end(conversation: number): Promise<void> {
    await this.#chat.thread(threadOf(conversation)).unsubscribe();
  }

  close(): Promise<void> {
    return this.#chat.shutdown();
  }
}

function threadOf(conversation: number): string {
  return `bench:main:${conversation}`;
}

function messageOf(threadId: string, id: string): Message {
  return new Message({
    id,
    threadId,
    text: "hello",
    formatted: { type: "root", children: [] },
    raw: {},
    author: { userId: "person", userName: "person", fullName: "A person", isBot: false, isMe: false },
    metadata: { dateSent: new Date(), edited: false },
    attachments: [],
  });
}

/** An adapter that does nothing but count. What no message of the script comes to is refused. */
class CountingAdapter implements Adapter<string> {
  readonly name = "bench";
  readonly userName = "bot";
  readonly lockScope = "thread";
  readonly persistThreadHistory: boolean;
  posted = 0;

  constructor(keepsHistory: boolean) {
    this.persistThreadHistory = keepsHistory;
  }

  async postMessage(threadId: string): Promise<RawMessage> {
    this.posted += 1;
    return { id: `p-${this.posted}`, threadId, raw: {} };
  }

  async initialize(): Promise<void> {}

  async startTyping(): Promise<void> {}

  isDM(): boolean {
    return false;
  }

  encodeThreadId(thread: string): string {
    return thread;
  }

  decodeThreadId(threadId: string): string {
    return threadId;
  }

  channelIdFromThreadId(threadId: string): string {
    return threadId.slice(0, threadId.lastIndexOf(":"));
  }

  async fetchMessages(): Promise<{ messages: Message[] }> {
    return { messages: [] };
  }

  renderFormatted(): string {
    return refuse();
  }

  parseMessage(): Message {
    return refuse();
  }

  async fetchThread(): Promise<never> {
    return refuse();
  }

  async handleWebhook(): Promise<never> {
    return refuse();
  }

  async editMessage(): Promise<never> {
    return refuse();
  }

  async deleteMessage(): Promise<void> {
    refuse();
  }

  async addReaction(): Promise<void> {
    refuse();
  }

  async removeReaction(): Promise<void> {
    refuse();
  }
}

function refuse(): never {
  throw new Error("The script of the benchmarks does not come to this.");
}
