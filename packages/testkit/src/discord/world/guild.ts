import type { Account } from "./account.ts";

/** A role of a guild. */
export interface Role {
  readonly id: string;
  readonly name: string;
  /** Bits of `PermissionFlagsBits`. */
  permissions: bigint;
  readonly isMentionable: boolean;
  /** Set on the role that a bot brings along: the bot's id. */
  readonly botId?: string | undefined;
}

/** Someone in a guild. */
export interface Member {
  readonly account: Account;
  readonly joinedAt: number;
  nick: string | null;
  readonly roleIds: Set<string>;
}

/** A guild: a server, in the words of people. */
export class Guild {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string;
  readonly createdAt: number;
  /** By id; the one whose id is the guild's is `@everyone`. */
  readonly roles: Map<string, Role> = new Map<string, Role>();
  /** By account id. */
  readonly members: Map<string, Member> = new Map<string, Member>();
  /** Set while the guild is out of order: bots see it as unavailable. */
  isUnavailable = false;

  constructor(id: string, name: string, ownerId: string, createdAt: number) {
    this.id = id;
    this.name = name;
    this.ownerId = ownerId;
    this.createdAt = createdAt;
  }
}
