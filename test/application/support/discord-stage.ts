import { type BotAccount, type Channel, DiscordServer, type Guild, type Person } from "@keyturn/testkit/discord";
import { afterEach, beforeEach } from "vitest";

/** A Discord of a test's own: a guild with a channel, in which Ada and a bot are. */
export class DiscordStage {
  #server: DiscordServer | undefined;
  #scene:
    | { readonly account: BotAccount; readonly ada: Person; readonly guild: Guild; readonly general: Channel }
    | undefined;

  get server(): DiscordServer {
    if (this.#server === undefined) throw new Error("The stage is set in a test only.");
    return this.#server;
  }

  get scene() {
    if (this.#scene === undefined) throw new Error("The stage is set in a test only.");
    return this.#scene;
  }

  /** What a process is given to be the bot here. */
  environment(token: string = this.scene.account.token): Readonly<Record<string, string>> {
    return { DISCORD_TOKEN: token, DISCORD_API_URL: this.server.url };
  }

  /** The thread of a message. @throws Error when there is none */
  thread(messageId: string): Channel {
    const thread = this.server.world.channels.get(messageId);
    if (thread === undefined) throw new Error("There is no thread.");
    return thread;
  }

  /** Resolves with the first that a bot says in the thread of a message. */
  answerIn(threadId: string, account: BotAccount = this.scene.account): Promise<string> {
    return this.server.waitFor(() => {
      const thread = this.server.world.channels.get(threadId);
      return thread?.visibleMessages.find(({ author }) => author.id === account.id)?.content;
    });
  }

  async set(): Promise<void> {
    this.#server = await DiscordServer.start();
    const account = this.#server.addBot({ name: "keyturn" });
    const ada = this.#server.addPerson("ada");
    const guild = this.#server.addGuild({ name: "Harbour", members: [ada, account] });
    this.#scene = { account, ada, guild, general: this.#server.addChannel(guild) };
  }

  async clear(): Promise<void> {
    await this.#server?.close();
  }
}

/** A Discord that is there before every test of the file and gone after it. */
export function useDiscord(): DiscordStage {
  const discord = new DiscordStage();
  beforeEach(() => discord.set());
  afterEach(() => discord.clear());
  return discord;
}
