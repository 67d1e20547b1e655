import type { GatewayReadyDispatchData } from "discord-api-types/v10";
import { ApplicationFlags, GatewayIntentBits } from "discord-api-types/v10";
import { randomBytes } from "node:crypto";
import { presentGuildCreate } from "../present/guild-events.ts";
import { presentUser } from "../present/user.ts";
import type { BotAccount } from "../world/bot-account.ts";
import type { Dispatch } from "../world/dispatch.ts";
import type { Guild } from "../world/guild.ts";
import type { World } from "../world/world.ts";
import type { defaultGatewayOptions } from "./gateway-options.ts";
import { GatewaySession } from "./gateway-session.ts";

/** Codes after which a session cannot be resumed: those that end the client, and those that say so (Discord, Close Codes). */
const endingCodes: ReadonlySet<number> = new Set([1000, 1001, 4004, 4007, 4009, 4010, 4011, 4012, 4013, 4014]);

/** Every login, whether a socket serves it or not. */
export class GatewaySessions {
  readonly options: typeof defaultGatewayOptions;
  /** While false, heartbeats get no answer. */
  acknowledgesHeartbeats = true;
  /** While false, sockets that are opened get no op 10. */
  saysHello = true;
  /** While false, logins and resumes get no answer. */
  answersLogins = true;
  /** Where clients are sent to resume, such as `ws://127.0.0.1:1/resume`. */
  resumeUrl = "";
  /** Every session there ever was, in order. */
  readonly all: GatewaySession[] = [];
  readonly #world: World;
  #resumes = 0;

  constructor(world: World, options: typeof defaultGatewayOptions) {
    this.#world = world;
    this.options = options;
    world.onDispatch((dispatch) => this.#deliver(dispatch));
  }

  /** How many logins there were. */
  get identifies(): number {
    return this.all.length;
  }

  /** How many sessions were taken up again. */
  get resumes(): number {
    return this.#resumes;
  }

  /** Counts a session that was taken up again. */
  countResume(): void {
    this.#resumes += 1;
  }

  /** How many logins a bot has left today. */
  remainingStarts(bot: BotAccount): number {
    return Math.max(0, this.options.remainingStarts - this.all.filter((session) => session.bot === bot).length);
  }

  /** Whether a session is over once its socket is closed with that code. */
  endsSession(code: number): boolean {
    return endingCodes.has(code);
  }

  /** A new login. */
  open(bot: BotAccount, intents: number, shard: readonly [id: number, count: number]): GatewaySession {
    const session = new GatewaySession(randomBytes(16).toString("hex"), bot, intents, shard);
    this.all.push(session);
    return session;
  }

  /** The session that can be resumed under that id. */
  find(id: string): GatewaySession | undefined {
    return this.all.find((session) => session.id === id && !session.isInvalid);
  }

  /** Sends READY and then the shard's guilds. */
  greet(session: GatewaySession): void {
    const { bot, intents, shard } = session;
    const guilds = this.#world.guildsOf(bot).filter(({ id }) => session.covers(id));
    const ready = {
      v: 10,
      user: { ...presentUser(bot), mfa_enabled: false, verified: true, email: null },
      guilds: guilds.map(({ id }) => ({ id, unavailable: true })),
      session_id: session.id,
      resume_gateway_url: this.resumeUrl,
      shard: [shard[0], shard[1]],
      application: { id: bot.id, flags: applicationFlags(bot), flags_new: String(applicationFlags(bot)) },
    } satisfies GatewayReadyDispatchData;
    session.send("READY", ready);
    if ((intents & GatewayIntentBits.Guilds) === 0) return;
    for (const guild of guilds) this.#sendGuild(session, guild);
  }

  #sendGuild(session: GatewaySession, guild: Guild): void {
    if (guild.isUnavailable) return;
    session.send("GUILD_CREATE", presentGuildCreate(guild, session.bot, session.intents, this.#world));
  }

  #deliver(dispatch: Dispatch): void {
    for (const session of this.all) session.deliver(dispatch);
  }
}

/** The flags that tell which privileged intents are switched on, as for an application in fewer than 100 guilds. */
export function applicationFlags(bot: BotAccount): number {
  const pairs = [
    [GatewayIntentBits.GuildPresences, ApplicationFlags.GatewayPresenceLimited],
    [GatewayIntentBits.GuildMembers, ApplicationFlags.GatewayGuildMembersLimited],
    [GatewayIntentBits.MessageContent, ApplicationFlags.GatewayMessageContentLimited],
  ] as const;
  return pairs.reduce((flags, [intent, flag]) => ((bot.allowedIntents & intent) === 0 ? flags : flags | flag), 0);
}
