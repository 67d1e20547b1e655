/** A member of a workspace, a person or a bot, as `users.info` knows it. */
export interface Account {
  readonly id: string;
  readonly teamId: string;
  /** What follows the `@`. */
  readonly name: string;
  readonly realName: string;
  readonly email: string;
  readonly timeZone: string;
  readonly isAdmin: boolean;
  readonly isOwner: boolean;
  /** Set for bots. */
  readonly botId: string | undefined;
  readonly appId: string | undefined;
}
