import type { Logger } from "@keyturn/core";
import type { App, webApi } from "@slack/bolt";
import { z } from "zod";
import { IntakeError } from "./intake-error.ts";
import type { Bolt } from "./load-bolt.ts";
import { quietLogger } from "./quiet-logger.ts";
import type { SlackIdentity } from "./slack-api.ts";

const bodySchema = z.looseObject({ type: z.string().optional(), event: z.looseObject({}).optional() });

/** What Slack sent, over whichever way. */
export interface Incoming {
  readonly body: unknown;
  readonly retryNumber?: number | undefined;
  readonly retryReason?: string | undefined;
  /** Acknowledges it, with what the service is to show at once. Called once. */
  readonly acknowledge: (answer?: unknown) => void;
}

/** What a front is made with. */
export interface BoltFrontParts {
  readonly bolt: Bolt;
  readonly identity: SlackIdentity;
  readonly clientOptions: webApi.WebClientOptions;
  readonly log: Logger;
  /** Listeners throw an `IntakeError` when Slack is to send again what they were told. */
  readonly listen: (app: App) => void;
}

/**
 * Bolt, behind a receiver of our own. Bolt acknowledges an event before its listeners see it; here it is acknowledged when
 * they are done, so that Slack sends again what could not be stored.
 */
export class BoltFront {
  readonly #app: App;
  readonly #log: Logger;

  constructor({ bolt, identity, clientOptions, log, listen }: BoltFrontParts) {
    this.#log = log;
    const { teamId, botId, botUserId } = identity;
    this.#app = new bolt.App({
      receiver: { init: () => undefined, start: () => Promise.resolve(), stop: () => Promise.resolve() },
      // Without a token: whoever listens calls Slack through its workspace, whose token may change meanwhile.
      authorize: () => Promise.resolve({ teamId, botUserId, ...(botId !== undefined && { botId }) }),
      clientOptions,
      // Its own posts tell what became of calls that were not answered.
      ignoreSelf: false,
      convoStore: false,
      logger: quietLogger(bolt.LogLevel.ERROR),
    });
    // Whoever handed it in is told.
    this.#app.error((error) => Promise.reject(error));
    listen(this.#app);
  }

  /**
   * Hands in what Slack sent; acknowledged when its listeners are done, or by them. What nobody understands is acknowledged:
   * it would come again the same.
   * @throws the cause of a listener's `IntakeError`; it is not acknowledged then.
   */
  async process({ body, retryNumber, retryReason, acknowledge }: Incoming): Promise<void> {
    let isAcknowledged = false;
    const once = (answer?: unknown): void => {
      if (isAcknowledged) return;
      isAcknowledged = true;
      acknowledge(answer);
    };
    const read = bodySchema.safeParse(body);
    if (!read.success) return once();
    const isEvent = read.data.event !== undefined;
    if (!isEvent && read.data.type === "event_callback") return once();
    const event = {
      body: read.data,
      ...(retryNumber !== undefined && { retryNum: retryNumber }),
      ...(retryReason !== undefined && { retryReason }),
      ack: async (answer: unknown) => {
        if (!isEvent) once(answer);
      },
    };
    await this.#app.processEvent(event).catch((error: unknown) => this.#judge(error));
    once();
  }

  /** Bolt stumbles over what is not as Slack describes it, over parts that nobody here reads too. */
  #judge(error: unknown): void {
    if (error instanceof IntakeError) throw error.cause;
    this.#log.warn({ err: error }, "What Slack sent was not understood, and is left out.");
  }
}
