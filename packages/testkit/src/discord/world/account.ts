/** Someone who can write: a person or a bot. */
export class Account {
  readonly id: string;
  /** The unique name, such as `ada`. */
  readonly name: string;
  readonly isBot: boolean;
  /** What people see instead of the name. */
  displayName: string | null;
  /** Ids of accounts from which this one takes no direct messages. */
  readonly blocked: Set<string> = new Set<string>();

  constructor(id: string, name: string, isBot: boolean, displayName: string | null = null) {
    this.id = id;
    this.name = name;
    this.isBot = isBot;
    this.displayName = displayName;
  }

  /** The text that mentions this account: `<@id>`. */
  get mention(): string {
    return `<@${this.id}>`;
  }
}
