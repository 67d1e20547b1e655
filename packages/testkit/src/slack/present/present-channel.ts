import type { Channel, ChannelKind } from "../world/channel.ts";

const typeOfKind: Readonly<Record<ChannelKind, string>> = {
  public: "channel",
  private: "group",
  im: "im",
  mpim: "mpim",
};

/** The `channel_type` of events. */
export function channelTypeOf(channel: Channel): string {
  return typeOfKind[channel.kind];
}

/** A channel as `conversations.info` answers it to the account `viewerId`. */
export function presentChannel(channel: Channel, viewerId: string): object {
  const created = Math.floor(channel.createdAt / 1_000);
  const common = { id: channel.id, created, is_archived: channel.isArchived, context_team_id: channel.teamId };
  if (channel.kind === "im") {
    const partner = [...channel.members].find((member) => member !== viewerId) ?? viewerId;
    return { ...common, is_im: true, is_org_shared: false, user: partner, is_user_deleted: false, is_open: true };
  }
  return {
    ...common,
    name: channel.name,
    name_normalized: channel.name,
    is_channel: channel.kind === "public",
    is_group: channel.kind === "private",
    is_im: false,
    is_mpim: channel.kind === "mpim",
    is_private: channel.kind !== "public",
    is_general: channel.name === "general",
    is_shared: channel.isShared,
    is_ext_shared: channel.isShared,
    is_org_shared: false,
    is_member: channel.members.has(viewerId),
    creator: channel.creatorId,
    num_members: channel.members.size,
    topic: { value: channel.topic, creator: "", last_set: 0 },
    purpose: { value: "", creator: "", last_set: 0 },
  };
}
