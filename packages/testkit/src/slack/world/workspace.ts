import type { NameBook } from "../text/typed-text.ts";
import type { Account } from "./account.ts";
import type { Channel } from "./channel.ts";
import type { Installation } from "./installation.ts";

/** A workspace: what Slack's API calls a team. */
export class Workspace implements NameBook {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  readonly accounts: Map<string, Account> = new Map<string, Account>();
  readonly channels: Map<string, Channel> = new Map<string, Channel>();
  /** Ids of user groups by their handle. */
  readonly usergroups: Map<string, string> = new Map<string, string>();
  /** What is or was installed here, by the app's id. */
  readonly installations: Map<string, Installation> = new Map<string, Installation>();

  constructor(id: string, name: string) {
    this.id = id;
    this.name = name;
    this.domain = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  }

  userId(name: string): string | undefined {
    return [...this.accounts.values()].find((account) => account.name === name)?.id;
  }

  usergroupId(name: string): string | undefined {
    return this.usergroups.get(name);
  }

  channelId(name: string): string | undefined {
    return [...this.channels.values()].find((channel) => channel.name === name && channel.kind !== "im")?.id;
  }

  /** The direct messages between exactly these members. */
  directChannel(kind: "im" | "mpim", members: ReadonlySet<string>): Channel | undefined {
    return [...this.channels.values()].find((channel) => {
      return (
        channel.kind === kind &&
        channel.members.size === members.size &&
        [...members].every((id) => channel.members.has(id))
      );
    });
  }
}
