import { channelTypeOf } from "../present/present-channel.ts";
import type { Channel, ChannelKind } from "../world/channel.ts";
import type { Installation } from "../world/installation.ts";
import type { SlackWorld } from "../world/slack-world.ts";
import type { Delivery } from "./delivery.ts";
import type { PostOffice } from "./post-office.ts";

/** An event as it stands in the body, with its type. */
export interface SlackEventFields {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Scopes that an event asks for, of which one is enough; none for those that every app gets. */
export const eventScopes: Readonly<Record<string, readonly string[]>> = Object.freeze({
  app_mention: ["app_mentions:read"],
  "message.channels": ["channels:history"],
  "message.groups": ["groups:history"],
  "message.im": ["im:history"],
  "message.mpim": ["mpim:history"],
  reaction_added: ["reactions:read"],
  reaction_removed: ["reactions:read"],
  member_joined_channel: ["channels:read", "groups:read"],
  member_left_channel: ["channels:read", "groups:read"],
  channel_archive: ["channels:read"],
  channel_unarchive: ["channels:read"],
  assistant_thread_started: ["assistant:write"],
  assistant_thread_context_changed: ["assistant:write"],
  app_home_opened: [],
  tokens_revoked: [],
  app_uninstalled: [],
});

const subscriptions: Readonly<Record<ChannelKind, string>> = {
  public: "message.channels",
  private: "message.groups",
  im: "message.im",
  mpim: "message.mpim",
};

/** Decides which apps are told of what happens, and writes the body around it. */
export class EventBroadcast {
  readonly #world: SlackWorld;
  readonly #office: PostOffice;

  constructor(world: SlackWorld, office: PostOffice) {
    this.#world = world;
    this.#office = office;
  }

  /** Tells of a message, its change or its deletion: to every app whose bot is in the channel. */
  message(channel: Channel, event: SlackEventFields): void {
    const full = { ...event, channel: channel.id, channel_type: channelTypeOf(channel) };
    this.inChannel(channel, subscriptions[channel.kind], full);
  }

  /**
   * Tells the apps whose bots are in the channel. An app that several workspaces of a shared channel have installed is told
   * once, for the first of them (docs, "apps.event.authorizations.list").
   */
  inChannel(channel: Channel, subscription: string, event: SlackEventFields): void {
    const told = new Set<string>();
    for (const installation of this.#world.installationsIn(channel)) {
      if (!channel.members.has(installation.botUserId) || told.has(installation.appId)) continue;
      told.add(installation.appId);
      this.toApp(installation, event, subscription);
    }
  }

  /** Tells one app, if it subscribed to it and was granted what it asks for. An app that is gone hears nothing. */
  toApp(installation: Installation, event: SlackEventFields, subscription: string = event.type): Delivery | undefined {
    const app = this.#world.app(installation.appId);
    const scopes = eventScopes[subscription] ?? [];
    const isGranted = scopes.length === 0 || scopes.some((scope) => installation.scopes.includes(scope));
    if (!installation.isActive || !isGranted || !app.events.includes(subscription)) return undefined;
    return this.#office.deliver(app, "events_api", this.#bodyOf(installation, app.verificationToken, event));
  }

  #bodyOf(installation: Installation, token: string, event: SlackEventFields): Readonly<Record<string, unknown>> {
    const { clock, ids } = this.#world;
    return {
      token,
      team_id: installation.teamId,
      context_team_id: installation.teamId,
      context_enterprise_id: null,
      api_app_id: installation.appId,
      event,
      type: "event_callback",
      event_id: ids.next("Ev"),
      event_time: Math.floor(clock.now() / 1_000),
      authorizations: [
        {
          enterprise_id: null,
          team_id: installation.teamId,
          user_id: installation.botUserId,
          is_bot: true,
          is_enterprise_install: false,
        },
      ],
      is_ext_shared_channel: this.#isShared(event),
      event_context: ids.next("EC"),
    };
  }

  #isShared({ channel }: SlackEventFields): boolean {
    return typeof channel === "string" && this.#world.findChannel(channel)?.isShared === true;
  }
}
