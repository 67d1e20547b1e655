import { GatewayIntentBits } from "discord-api-types/v10";
import { Account } from "./account.ts";
import { CommandBook } from "./command-book.ts";

/** The intents that have to be allowed on the application's page first (Discord, "Gateway", Privileged Intents). */
export const privilegedIntents: number =
  GatewayIntentBits.GuildMembers | GatewayIntentBits.GuildPresences | GatewayIntentBits.MessageContent;

/** A bot and its application: both have one id, as those that Discord makes today. */
export class BotAccount extends Account {
  /** What it logs in with. After `revokeToken` no longer valid. */
  token: string;
  /** The privileged intents that it may use: bits of `GatewayIntentBits`. */
  allowedIntents: number;
  /** What its application's page has as "Interactions Endpoint URL"; it is told, and interactions go over the gateway all the same. */
  interactionsEndpointUrl: string | null = null;
  /** Whether its application's page has "Requires OAuth2 Code Grant" on. */
  needsCodeGrant = false;
  /** Its registered commands, global and per guild. */
  readonly commands: CommandBook = new CommandBook();

  constructor(id: string, name: string, token: string, allowedIntents: number) {
    super(id, name, true);
    this.token = token;
    this.allowedIntents = allowedIntents;
  }
}
