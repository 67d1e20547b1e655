import { type Clock, pause } from "@keyturn/core";
import type { webApi } from "@slack/bolt";
import { z } from "zod";
import type { CallBudget } from "./call-budget.ts";
import type { CallLanes } from "./call-lanes.ts";
import { isTokenRefused, retryAfterOf, slackErrorOf, toDeliveryError } from "./slack-failure.ts";
import type { TokenSource } from "./token-source.ts";

const identity = z.object({
  team_id: z.string(),
  team: z.string().optional(),
  user_id: z.string(),
  user: z.string().optional(),
  bot_id: z.string().optional(),
  response_metadata: z.object({ scopes: z.array(z.string()).optional() }).optional(),
});
const posted = z.object({ ts: z.string() });
const userAnswer: z.ZodType<{ readonly user: SlackUser }> = z.object({
  user: z.object({
    team_id: z.string().optional(),
    name: z.string().optional(),
    real_name: z.string().optional(),
    profile: z.object({ display_name: z.string().optional() }).optional(),
    is_admin: z.boolean().optional(),
    is_owner: z.boolean().optional(),
  }),
});

/** Longest time of one call, in milliseconds: well below the 20 s that a delivery may take. */
export const callMilliseconds = 10_000;

/** Whose token it is. */
export interface SlackIdentity {
  readonly teamId: string;
  readonly botUserId: string;
  readonly botName: string;
  readonly botId: string | undefined;
  /** What the token may do; empty where Slack did not say. */
  readonly scopes: readonly string[];
}

/** What Slack tells of a person. */
export interface SlackUser {
  /** The workspace that the person is of; another one where channels are shared. */
  readonly team_id?: string | undefined;
  readonly name?: string | undefined;
  readonly real_name?: string | undefined;
  readonly profile?: { readonly display_name?: string | undefined } | undefined;
  readonly is_admin?: boolean | undefined;
  readonly is_owner?: boolean | undefined;
}

/** How a call is made. */
export interface CallOptions {
  /** The channel, whose calls of the method go one after the other. @default "" */
  readonly lane?: string | undefined;
  /** Aborts when the call is too late. */
  readonly signal?: AbortSignal | undefined;
}

/** What makes calls; Slack's client does. */
export type ApiCaller = Pick<webApi.WebClient, "apiCall">;

/** The parts that the API is made of. */
export interface SlackApiParts {
  readonly client: ApiCaller;
  readonly lanes: CallLanes;
  readonly budget: CallBudget;
  readonly clock: Clock;
  readonly tokens: TokenSource;
}

/** What the adapter asks of Slack's Web API. Every call rejects with a `DeliveryError`. */
export class SlackApi {
  readonly #client: ApiCaller;
  readonly #clock: Clock;
  readonly #lanes: CallLanes;
  readonly #budget: CallBudget;
  readonly #tokens: TokenSource;

  constructor({ client, lanes, budget, clock, tokens }: SlackApiParts) {
    this.#client = client;
    this.#lanes = lanes;
    this.#budget = budget;
    this.#clock = clock;
    this.#tokens = tokens;
  }

  async identity(): Promise<SlackIdentity> {
    const read = identity.parse(await this.call("auth.test", {}));
    return {
      teamId: read.team_id,
      botUserId: read.user_id,
      botName: read.user ?? "bot",
      botId: read.bot_id,
      scopes: read.response_metadata?.scopes ?? [],
    };
  }

  /** @returns the message's `ts`. */
  async post(channel: string, message: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<string> {
    // Nobody is pinged by what looks like a name; what Slack's own marks say is escaped before.
    const quiet = { link_names: false, parse: "none", unfurl_links: false, unfurl_media: false };
    const args = { channel, ...quiet, ...message };
    return posted.parse(await this.call("chat.postMessage", args, { lane: channel, signal })).ts;
  }

  async change(
    channel: string,
    ts: string,
    message: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ): Promise<void> {
    const args = { channel, ts, link_names: false, parse: "none", ...message };
    await this.call("chat.update", args, { lane: channel, signal });
  }

  async remove(channel: string, ts: string, signal?: AbortSignal): Promise<void> {
    await this.call("chat.delete", { channel, ts }, { lane: channel, signal });
  }

  async user(id: string): Promise<SlackUser> {
    return userAnswer.parse(await this.call("users.info", { user: id }, { lane: id })).user;
  }

  /** Whether a call can be made that may as well be left out: Slack asks for no wait, and answers will have room. */
  hasRoom(method: string, lane: string): boolean {
    return this.#lanes.waitOf(`${method} ${lane}`) === 0 && this.#budget.hasRoom(method, lane);
  }

  /** Any other call. */
  async call(method: string, args: Readonly<Record<string, unknown>>, options: CallOptions = {}): Promise<unknown> {
    const { lane = "", signal } = options;
    const pace = () => this.#budget.waitOf(method, lane);
    try {
      return await this.#lanes.run(`${method} ${lane}`, () => this.#callInTime(method, args, lane), { signal, pace });
    } catch (error) {
      throw toDeliveryError(method, error);
    }
  }

  /** A call that is not answered in time holds up what waits behind it no longer. */
  async #callInTime(method: string, args: Readonly<Record<string, unknown>>, lane: string): Promise<unknown> {
    const patience = new AbortController();
    const late = pause(this.#clock, callMilliseconds, patience.signal).then(() => "late" as const);
    // Before anything that takes time: another lane may look meanwhile.
    this.#budget.spend(method, lane);
    try {
      const answer = await Promise.race([this.#callWithToken(method, args), late]);
      if (answer !== "late") return answer;
      throw new Error(`Slack did not answer within ${callMilliseconds / 1_000} s.`);
    } catch (error) {
      if (retryAfterOf(error) !== undefined) this.#budget.drain(method, lane);
      throw error;
    } finally {
      patience.abort();
    }
  }
  async #callWithToken(method: string, args: Readonly<Record<string, unknown>>): Promise<unknown> {
    const token = await this.#tokens.read();
    try {
      return await this.#client.apiCall(method, { ...args, token });
    } catch (error) {
      if (isTokenRefused(error)) this.#tokens.refuse(token, slackErrorOf(error) ?? "");
      throw error;
    }
  }
}
