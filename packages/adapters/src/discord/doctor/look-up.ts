import { NotWellError } from "@keyturn/core/channel-kit";
import { DiscordAPIError, HTTPError, REST, RateLimitError, Routes } from "discord.js";
import { z } from "zod";
import type { DiscordOptions } from "../discord-options.ts";
import { invalidToken } from "../fatal-close.ts";
import { type RegisteredCommand, readCommands } from "../register-commands.ts";
import { toDeliveryError } from "../rest-failure.ts";

/** Longest time of one request, in milliseconds: somebody waits for it. */
const requestMilliseconds = 10_000;

/** Guilds of one page, the most that Discord gives (Discord, "Get Current User Guilds"). */
const pageSize = 200;

/** A bot's account. */
export interface FoundAccount {
  readonly id: string;
  readonly username: string;
}

const account: z.ZodType<FoundAccount> = z.object({ id: z.string(), username: z.string() });

/** A bot's application, as far as it is looked at. */
export interface FoundApplication {
  readonly id: string;
  readonly flags?: number | undefined;
  readonly bot_require_code_grant?: boolean | undefined;
  readonly interactions_endpoint_url?: string | null | undefined;
}

const application: z.ZodType<FoundApplication> = z.object({
  id: z.string(),
  flags: z.number().optional(),
  bot_require_code_grant: z.boolean().optional(),
  interactions_endpoint_url: z.string().nullish(),
});

/** A guild that the bot is in, with what it may do there but for what single channels say. */
export interface JoinedGuild {
  readonly id: string;
  readonly name: string;
  readonly permissions: bigint;
}

const guild: z.ZodType<JoinedGuild> = z.object({
  id: z.string(),
  name: z.string(),
  permissions: z
    .string()
    .regex(/^\d+$/)
    .transform((bits) => BigInt(bits)),
});

/** How bots are to log in. */
export interface FoundGateway {
  /** How many shards Discord recommends. */
  readonly shards: number;
  readonly session_start_limit: {
    readonly total: number;
    readonly remaining: number;
    /** In milliseconds. */
    readonly reset_after: number;
  };
}

const gateway: z.ZodType<FoundGateway> = z.object({
  shards: z.number(),
  session_start_limit: z.object({ total: z.number(), remaining: z.number(), reset_after: z.number() }),
});

/** What is asked of Discord without logging in. Every call rejects with a `NotWellError` that says what to do. */
export class LookUp {
  readonly #apiUrl: string;
  readonly #rest: REST;

  constructor({ apiUrl, token }: Pick<DiscordOptions, "apiUrl" | "token">) {
    this.#apiUrl = apiUrl;
    this.#rest = new REST({
      version: "10",
      api: apiUrl,
      timeout: requestMilliseconds,
      retries: 0,
      // Whoever waits is told, rather than kept for as long as Discord says.
      rejectOnRateLimit: () => true,
    }).setToken(token);
  }

  account(): Promise<FoundAccount> {
    return this.#ask(async () => account.parse(await this.#rest.get(Routes.user())));
  }

  application(): Promise<FoundApplication> {
    return this.#ask(async () => application.parse(await this.#rest.get(Routes.currentApplication())));
  }

  gateway(): Promise<FoundGateway> {
    return this.#ask(async () => gateway.parse(await this.#rest.get(Routes.gatewayBot())));
  }

  /** All guilds that the bot is in. */
  async guilds(): Promise<readonly JoinedGuild[]> {
    const all: JoinedGuild[] = [];
    for (;;) {
      const page = await this.#ask(async () => z.array(guild).parse(await this.#guildsAfter(all.at(-1)?.id)));
      all.push(...page);
      if (page.length < pageSize) return all;
    }
  }

  /** Sees that a channel is there and that the bot may see it. */
  async channel(id: string): Promise<void> {
    await this.#ask(() => this.#rest.get(Routes.channel(id)));
  }

  /** The commands that are registered, everywhere or for one guild. */
  commands(applicationId: string, guildId: string | undefined): Promise<readonly RegisteredCommand[]> {
    return this.#ask(() => readCommands(this.#rest, applicationId, guildId));
  }

  #guildsAfter(last: string | undefined): Promise<unknown> {
    const query = new URLSearchParams({ limit: String(pageSize), ...(last !== undefined && { after: last }) });
    return this.#rest.get(Routes.userGuilds(), { query });
  }

  async #ask<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    try {
      return await call();
    } catch (cause) {
      throw new NotWellError(describe(cause, this.#apiUrl), { cause });
    }
  }
}

/** Texts of the client may hold whole URLs and bodies, and are not told. */
function describe(error: unknown, apiUrl: string): string {
  if (error instanceof DiscordAPIError && error.status === 401) return invalidToken;
  if (error instanceof RateLimitError) {
    return `Discord asks to wait ${Math.ceil(error.retryAfter / 1_000)} s. Try again after that.`;
  }
  if (error instanceof HTTPError) {
    return `Discord's API at ${apiUrl} is in trouble (HTTP ${error.status}). Look at https://discordstatus.com, and try again.`;
  }
  // Discord's own refusals have a number of Discord's.
  if (error instanceof DiscordAPIError && typeof error.code === "number") return toDeliveryError(error).message;
  if (error instanceof DiscordAPIError || error instanceof z.ZodError || error instanceof SyntaxError) {
    return `What answers at ${apiUrl} is not Discord's API. Mend DISCORD_API_URL, or unset it.`;
  }
  return `Discord's API at ${apiUrl} is not reached${codeOf(error)}. Look at the network, proxies, and DISCORD_API_URL.`;
}

function codeOf(error: unknown): string {
  if (error instanceof Error && error.name === "AbortError") return ` within ${requestMilliseconds / 1_000} s`;
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (cause instanceof Error && "code" in cause && typeof cause.code === "string") return ` (${cause.code})`;
  return "";
}
