import type { CommandRequest } from "./command-request.ts";

/** A value that a person gave. */
export type OptionValue = string | number | boolean;

/** Values by the name of their option; those that were not given are absent. */
export type OptionValues = Readonly<Record<string, OptionValue>>;

/** A name and a description in one language; what is absent stays as it is in English. */
export interface Localization {
  /** As long and of the same characters as the original, but in any alphabet. */
  readonly name?: string | undefined;
  /** 1 to 100 characters. */
  readonly description?: string | undefined;
}

/** By locale, such as `de` or `pt-BR`. A locale that a service does not know is left out there. */
export type Localizations = Readonly<Record<string, Localization>>;

/** A value that is offered. */
export interface Choice {
  /** What the person reads, 1 to 100 characters. */
  readonly name: string;
  /** What the command gets. */
  readonly value: string | number;
}

/** Something that may follow a command's name. */
export interface CommandOption {
  /** As a command's name; unique in its command. */
  readonly name: string;
  /** 1 to 100 characters. */
  readonly description: string;
  readonly type: "string" | "integer" | "number" | "boolean";
  /** @default false */
  readonly isRequired?: boolean | undefined;
  /** The only values that are allowed, at most 25. */
  readonly choices?: readonly Choice[] | undefined;
  readonly localizations?: Localizations | undefined;
  /**
   * Offers values while the person writes; others are allowed too. At most 25 are shown, and what takes longer than 2 s
   * comes too late. A throw is reported, and nothing offered.
   */
  complete?(request: CommandRequest, partial: string): Promise<readonly Choice[]>;
}

/** Most options of a command, and most choices of an option: Discord's limits, the narrowest. */
export const mostOptions = 25;
