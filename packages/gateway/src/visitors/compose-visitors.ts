import type { Bot, Clock, Logger } from "@keyturn/core";
import type { EventHub } from "../events/event-hub.ts";
import type { SecretVerifier } from "../guard/secret-verifier.ts";
import { type ChatFiles, readChatFiles } from "./chat-files.ts";
import { VisitorBudgets } from "./visitor-budgets.ts";
import { VisitorDesk } from "./visitor-desk.ts";
import { VisitorDoor } from "./visitor-door.ts";
import { type VisitorOptions, checkVisitorOptions } from "./visitor-options.ts";
import { VisitorRegister } from "./visitor-register.ts";
import { MemoryVisitorStore } from "./visitor-store.ts";

/** What the parts about visitors need from outside. */
export interface VisitorSurroundings {
  readonly bot: Bot;
  readonly clock: Clock;
  readonly log: Logger;
  /** Where every guess is charged. */
  readonly verifier: SecretVerifier;
  /** Visitors' own: what is published there has somebody whom it is for. */
  readonly events: EventHub;
}

/** The web chat for visitors, ready for the guard and the routes. */
export interface Visitors {
  readonly desk: VisitorDesk;
  readonly door: VisitorDoor;
  readonly events: EventHub;
  /** Undefined when it was not built. */
  readonly files: ChatFiles | undefined;
}

/** Joins the parts about visitors. @throws ConfigurationError when an option is not valid. */
export function composeVisitors(given: VisitorOptions, surroundings: VisitorSurroundings): Visitors {
  const { bot, clock, log, verifier, events } = surroundings;
  const options = checkVisitorOptions(given);
  const { store = new MemoryVisitorStore() } = given;
  const onEnd = () => void events.dismiss();
  const register = new VisitorRegister({ store, clock, log, idleDays: options.idleDays, onEnd });
  const budgets = new VisitorBudgets(clock, options.messagesPerMinute);
  const desk = new VisitorDesk({ bot, register, budgets, options });
  const door = new VisitorDoor(register, budgets, verifier);
  return { desk, door, events, files: readChatFiles(options) };
}
