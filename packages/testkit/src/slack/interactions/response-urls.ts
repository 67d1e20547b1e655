import type { Conversations } from "../activity/conversations.ts";
import { ApiArguments } from "../api/api-arguments.ts";
import { ApiError } from "../api/api-error.ts";
import { readWording } from "../api/read-wording.ts";
import { slackLimits } from "../limits.ts";
import type { Channel } from "../world/channel.ts";
import type { Message } from "../world/message.ts";
import type { SlackWorld } from "../world/slack-world.ts";

/** Where the answers to an interaction go. */
export interface ResponseTarget {
  readonly appId: string;
  readonly channel: Channel;
  readonly userId: string;
  /** The message that was clicked. */
  readonly message?: Message | undefined;
}

/** A use of a response URL that was accepted. */
export interface ResponseUse {
  readonly url: string;
  readonly target: ResponseTarget;
  readonly fields: Readonly<Record<string, unknown>>;
  /** In milliseconds since 1970. */
  readonly at: number;
}

interface Grant {
  readonly target: ResponseTarget;
  readonly expiresAt: number;
  uses: number;
}

/** Response URLs: five uses within thirty minutes (docs, "Handling user interaction"). */
export class ResponseUrls {
  /** Every use that was accepted, in order. */
  readonly uses: ResponseUse[] = [];
  readonly #world: SlackWorld;
  readonly #conversations: Conversations;
  readonly #grants = new Map<string, Grant>();

  constructor(world: SlackWorld, conversations: Conversations) {
    this.#world = world;
    this.#conversations = conversations;
  }

  issue(target: ResponseTarget): string {
    const id = this.#world.ids.secret("");
    const expiresAt = this.#world.clock.now() + slackLimits.responseUrlLife;
    this.#grants.set(id, { target, expiresAt, uses: 0 });
    return `${this.#world.origin}/response/${id}`;
  }

  /**
   * Carries out what was posted to the URL of that id.
   * @throws ApiError `no_service`, `expired_url` or `used_url`, and what is wrong with the message.
   */
  use(id: string, fields: Readonly<Record<string, unknown>>): void {
    const grant = this.#grants.get(id);
    if (grant === undefined) throw new ApiError("no_service");
    const now = this.#world.clock.now();
    if (grant.expiresAt <= now) throw new ApiError("expired_url");
    if (grant.uses >= slackLimits.responseUrlUses) throw new ApiError("used_url");
    this.answer(grant.target, fields);
    grant.uses += 1;
    this.uses.push({ url: `${this.#world.origin}/response/${id}`, target: grant.target, fields, at: now });
    this.#world.notices.tell(`response URL ${id} used`);
  }

  /**
   * Shows an answer to an interaction: to the person alone, unless it says `in_channel`. It can also replace or delete
   * the message that was clicked.
   * @throws ApiError with what is wrong with it.
   */
  answer(target: ResponseTarget, fields: Readonly<Record<string, unknown>>): void {
    const args = new ApiArguments(fields);
    const { channel, message, userId, appId } = target;
    if (args.flag("delete_original")) {
      if (message !== undefined) this.#conversations.remove(channel, message);
      return;
    }
    const wording = readWording(args, { textLimit: slackLimits.text, refusesLongText: false });
    if (args.flag("replace_original") && message !== undefined) {
      this.#conversations.revise(channel, message, wording, (wording.blocks ?? []).length === 0);
      return;
    }
    const threadTs = args.text("thread_ts");
    if (args.text("response_type") === "in_channel") {
      this.#conversations.post(channel, { author: this.#botOf(appId, channel), wording, threadTs });
      return;
    }
    const { text, blocks = [] } = wording;
    channel.ephemerals.push({ ts: this.#world.ids.ts(), userId, appId, text, blocks, threadTs });
  }

  #botOf(appId: string, channel: Channel): { userId: string; botId: string; appId: string } {
    const installation = this.#world.installationsIn(channel).find((each) => each.appId === appId);
    if (installation === undefined) throw new ApiError("account_inactive");
    return { userId: installation.botUserId, botId: installation.botId, appId };
  }
}
