import {
  type Bot,
  type BotEvent,
  type BotOptions,
  type InboundMessage,
  type SessionId,
  createBot,
} from "@keyturn/core";
import { ManualClock, RecordingChannel, type RecordingChannelOptions, ScriptedTurnRunner } from "@keyturn/testkit";

/** How a bot under test is made. */
export interface HarnessOptions {
  readonly bot?: BotOptions;
  readonly channel?: RecordingChannelOptions;
  /** A model that goes on whatever happens. */
  readonly ignoresAbort?: boolean;
}

/** A bot with a scripted model, a channel in memory and time that the test moves. */
export class BotHarness {
  readonly bot: Bot;
  readonly channel: RecordingChannel;
  readonly model: ScriptedTurnRunner;
  readonly clock: ManualClock;
  readonly events: BotEvent[] = [];
  #messages = 0;

  private constructor(bot: Bot, channel: RecordingChannel, model: ScriptedTurnRunner, clock: ManualClock) {
    this.bot = bot;
    this.channel = channel;
    this.model = model;
    this.clock = clock;
    bot.subscribe((event) => this.events.push(event));
  }

  static async start(options: HarnessOptions = {}): Promise<BotHarness> {
    const harness = await BotHarness.setUp(options);
    await harness.bot.start();
    return harness;
  }

  /** A bot whose plugins are there, and that is not started yet. */
  static async setUp(options: HarnessOptions = {}): Promise<BotHarness> {
    const clock = new ManualClock();
    const channel = new RecordingChannel(options.channel);
    const model = new ScriptedTurnRunner({ ignoresAbort: options.ignoresAbort ?? false });
    const bot = await createBot({ clock, turnRunner: model, plugins: [channel.toPlugin()], ...options.bot });
    const harness = new BotHarness(bot, channel, model, clock);
    await bot.setUp();
    return harness;
  }

  /** A message of Ana's in the room. */
  message(text: string, change: Partial<InboundMessage> = {}): InboundMessage {
    this.#messages += 1;
    return {
      key: { adapter: "test", account: "main", place: "room" },
      platformMessageId: `platform-${this.#messages}`,
      sender: { id: "ana", name: "Ana" },
      text,
      ...change,
    };
  }

  /** Says something in the room, as Ana. */
  say(text: string, change: Partial<InboundMessage> = {}): ReturnType<Bot["receive"]> {
    return this.bot.receive(this.message(text, change));
  }

  /** The room's session; fails the test when there is none. */
  async session(): Promise<SessionId> {
    const id = await this.bot.sessions.find({ adapter: "test", account: "main", place: "room" });
    if (id === undefined) throw new Error("The room has no session.");
    return id;
  }

  /** Every text of the room's transcript, in order; empty when there is no session. */
  async transcript(): Promise<readonly string[]> {
    const id = await this.bot.sessions.find({ adapter: "test", account: "main", place: "room" });
    if (id === undefined) return [];
    const page = await this.bot.sessions.entries(id, { limit: 1_000 }, operator);
    return page.entries.map((entry) =>
      entry.role === "assistant"
        ? entry.parts.map((part) => (part.type === "text" ? part.text : `[${part.name}]`)).join("")
        : entry.text,
    );
  }

  /** Stops the bot with a run in flight: lets the time pass that the run is given. */
  async stopInMidRun(): Promise<void> {
    const stopped = this.bot.stop(10_000);
    await this.clock.advance(10_000);
    await stopped;
  }

  /** Resolves when an event of this type has come, since the start. */
  async happened(type: BotEvent["type"], count = 1): Promise<void> {
    while (this.events.filter((event) => event.type === type).length < count) {
      await new Promise<void>((resolve) => {
        const end = this.bot.subscribe((event) => {
          if (event.type !== type) return;
          end();
          resolve();
        });
      });
    }
  }
}

/** Whoever runs the bot. */
export const operator = { kind: "operator", id: "tests", surface: "code" } as const;
