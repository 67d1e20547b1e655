import {
  type Bot,
  type BotOptions,
  type Channel,
  type InboundMessage,
  type OperatorActor,
  type SessionKey,
  type TurnRunner,
  createBot,
  definePlugin,
} from "@keyturn/core";

/** Who resets and deletes. */
export const operator: OperatorActor = { kind: "operator", id: "bench", surface: "code" };

/** Says "ok" at once. */
export const answeringRunner: TurnRunner = {
  run: () => Promise.resolve({ parts: [{ type: "text", text: "ok" }], usage: { inputTokens: 0, outputTokens: 0 } }),
};

/** A channel that does nothing but count. */
export class CountingChannel implements Channel {
  readonly name = "bench";
  readonly assurance = "idempotent";
  sent = 0;

  async send(): Promise<{ readonly platformMessageId?: string }> {
    this.sent += 1;
    return {};
  }
}

/** A bot that has started, with nothing on it but a channel and whatever the options say. */
export async function startBenchBot(options: BotOptions, channel: Channel = new CountingChannel()): Promise<Bot> {
  const plugin = definePlugin({ name: "bench", version: "1.0.0", setup: (context) => context.channel(channel) });
  const bot = await createBot({ turnRunner: answeringRunner, ...options, plugins: [plugin] });
  await bot.start();
  return bot;
}

/** The key of the conversation of that number. */
export function keyOf(conversation: number): SessionKey {
  return { adapter: "bench", account: "main", place: `place-${conversation}` };
}

/** A message of the conversation of that number; each `id` is a different message. */
export function messageOf(conversation: number, id: string): InboundMessage {
  return { key: keyOf(conversation), platformMessageId: id, sender: { id: "person" }, text: "hello" };
}
