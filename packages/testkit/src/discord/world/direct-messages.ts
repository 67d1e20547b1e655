import { ChannelType } from "discord-api-types/v10";
import type { Account } from "./account.ts";
import { Channel } from "./channel.ts";
import type { World } from "./world.ts";

/** The direct messages of two; made when they are first needed. */
export function directMessages(world: World, one: Account, other: Account): Channel {
  const known = [...world.channels.values()].find(
    ({ type, recipients }) => type === ChannelType.DM && recipients.includes(one) && recipients.includes(other),
  );
  if (known !== undefined) return known;
  const channel = new Channel({
    id: world.snowflakes.next(),
    type: ChannelType.DM,
    name: "",
    recipients: [one, other],
  });
  world.channels.set(channel.id, channel);
  return channel;
}
