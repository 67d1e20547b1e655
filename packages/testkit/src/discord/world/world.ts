import type { Clock } from "@keyturn/core";
import { ApiError } from "../rest/api-error.ts";
import { Notices } from "../../notices.ts";
import type { Account } from "./account.ts";
import { BotAccount } from "./bot-account.ts";
import type { Channel } from "./channel.ts";
import type { Dispatch } from "./dispatch.ts";
import type { Guild } from "./guild.ts";
import type { Message } from "./message.ts";
import { Snowflakes } from "./snowflakes.ts";

/** Everything that exists on the server, by id; and the way in which what happens to it reaches the gateway. */
export class World {
  readonly clock: Clock;
  readonly snowflakes: Snowflakes;
  readonly notices: Notices = new Notices();
  readonly accounts: Map<string, Account> = new Map<string, Account>();
  readonly guilds: Map<string, Guild> = new Map<string, Guild>();
  readonly channels: Map<string, Channel> = new Map<string, Channel>();
  readonly #listeners: ((dispatch: Dispatch) => void)[] = [];

  constructor(clock: Clock) {
    this.clock = clock;
    this.snowflakes = new Snowflakes(clock);
  }

  /** Every bot there is. */
  get bots(): readonly BotAccount[] {
    return [...this.accounts.values()].filter((account) => account instanceof BotAccount);
  }

  /** The guilds that an account is in. */
  guildsOf(account: Account): readonly Guild[] {
    return [...this.guilds.values()].filter((guild) => guild.members.has(account.id));
  }

  /** The channels of a guild that stand, threads included, in the order in which they were made. */
  channelsOf(guild: Guild): readonly Channel[] {
    return [...this.channels.values()].filter((channel) => channel.guild === guild && !channel.isDeleted);
  }

  /** @throws ApiError 10003 when there is no such channel any more. */
  channel(id: string): Channel {
    const channel = this.channels.get(id);
    if (channel === undefined || channel.isDeleted) throw new ApiError("unknownChannel");
    return channel;
  }

  /** @throws ApiError 10008 when there is no such message any more, or it is another's ephemeral one. */
  message(channel: Channel, id: string): Message {
    const message = channel.messages.find((candidate) => candidate.id === id);
    if (message === undefined || message.isDeleted || message.visibleTo !== undefined) {
      throw new ApiError("unknownMessage");
    }
    return message;
  }

  /** Calls back with everything that the gateway should tell. */
  onDispatch(listener: (dispatch: Dispatch) => void): void {
    this.#listeners.push(listener);
  }

  /** Tells the gateway, then those who wait. */
  emit(dispatch: Dispatch): void {
    for (const listener of this.#listeners) listener(dispatch);
    this.notices.tell(`event ${dispatch.name}`);
  }
}
