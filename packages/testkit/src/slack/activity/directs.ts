import { Channel } from "../world/channel.ts";
import type { SlackWorld } from "../world/slack-world.ts";
import type { Workspace } from "../world/workspace.ts";

/** Opens direct messages: each group of members has one conversation. */
export class Directs {
  readonly #world: SlackWorld;

  constructor(world: SlackWorld) {
    this.#world = world;
  }

  /** The conversation of exactly these members. Two have a direct message, more a group direct message. */
  open(workspace: Workspace, members: ReadonlySet<string>, creatorId: string): Channel {
    const kind = members.size > 2 ? "mpim" : "im";
    const known = workspace.directChannel(kind, members);
    if (known !== undefined) return known;
    const names = [...members].map((id) => workspace.accounts.get(id)?.name ?? id);
    const channel = new Channel({
      id: this.#world.ids.next(kind === "im" ? "D" : "G"),
      teamId: workspace.id,
      name: kind === "im" ? "" : `mpdm-${names.join("--")}-1`,
      kind,
      creatorId,
      members,
      createdAt: this.#world.clock.now(),
    });
    workspace.channels.set(channel.id, channel);
    return channel;
  }
}
