import type {
  APIApplicationCommandOptionChoice,
  APIModalInteractionResponseCallbackData,
  InteractionType,
} from "discord-api-types/v10";
import type { Account } from "../world/account.ts";
import type { BotAccount } from "../world/bot-account.ts";
import type { Channel } from "../world/channel.ts";
import type { Message } from "../world/message.ts";

/** How long an application may take until it acknowledges, in milliseconds (Discord, "Receiving and Responding"). */
export const acknowledgementLimit = 3_000;

/** How long an interaction's token works, in milliseconds (Discord, "Receiving and Responding"). */
export const tokenLifetime: number = 15 * 60 * 1000;

/** The first answer of the application. */
export interface Acknowledgement {
  /** One of `InteractionResponseType`. */
  readonly type: number;
  /** How long it took, in milliseconds of the server's clock. */
  readonly afterMilliseconds: number;
}

/** A command, click, autocomplete or form of a person, and what the person sees of the answer. */
export class Interaction {
  readonly id: string;
  readonly token: string;
  readonly type: InteractionType;
  readonly bot: BotAccount;
  readonly person: Account;
  readonly channel: Channel;
  /** The command's name or the component's custom id. */
  readonly name: string;
  readonly createdAt: number;
  /** The message whose component was used. */
  readonly source: Message | undefined;
  /** `undefined` until the application answers. */
  acknowledgement: Acknowledgement | undefined;
  /** Set when the application did not answer within 3 s: the person is told "The application did not respond". */
  isFailed = false;
  /** The answer itself: a new message, or the message whose component was used where that was changed. */
  answer: Message | undefined;
  /** The messages after the answer. */
  readonly followUps: Message[] = [];
  /** What autocomplete offers. */
  choices: readonly APIApplicationCommandOptionChoice[] | undefined;
  /** The form that was opened. */
  modal: APIModalInteractionResponseCallbackData | undefined;

  constructor(
    of: Pick<Interaction, "id" | "token" | "type" | "bot" | "person" | "channel" | "name" | "createdAt" | "source">,
  ) {
    this.id = of.id;
    this.token = of.token;
    this.type = of.type;
    this.bot = of.bot;
    this.person = of.person;
    this.channel = of.channel;
    this.name = of.name;
    this.createdAt = of.createdAt;
    this.source = of.source;
  }

  /** Whether the application only said that it works on it. */
  get isDeferred(): boolean {
    return this.answer?.isLoading === true;
  }

  /** Whether only the person sees the answer. */
  get isPrivate(): boolean {
    return this.answer?.visibleTo !== undefined;
  }
}
