import { Icon, type IconName } from "../parts/icon.tsx";

/** Which icon a chat service has, by how the name of its adapter begins. */
const icons: readonly (readonly [start: string, icon: IconName])[] = [
  ["discord", "headset"],
  ["slack", "hash"],
  ["webchat", "chat"],
];

/** The chat service of a conversation, as an icon with a name. */
export function ChannelIcon({ adapter }: { readonly adapter: string }) {
  const [, icon = "plug"] = icons.find(([start]) => adapter.startsWith(start)) ?? [];
  return (
    <span className="row-channel" title={adapter}>
      <Icon name={icon} />
      <span className="visually-hidden">{adapter}</span>
    </span>
  );
}
