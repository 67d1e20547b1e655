import { pause } from "@keyturn/core";
import { slackLimits } from "../limits.ts";
import type { SlackApp } from "../world/slack-app.ts";
import type { SlackWorld } from "../world/slack-world.ts";
import type { AppSocket } from "./app-socket.ts";
import { type AttemptOutcome, Delivery, type DeliveryFailure, type DeliveryKind } from "./delivery.ts";
import type { RequestUrl } from "./request-url.ts";
import type { SocketHub } from "./socket-hub.ts";

/** What a test may do to deliveries; for the faults. */
export interface DeliveryPolicy {
  /** How often more the delivery is sent than it should be; asked once per delivery. */
  copies(): number;
}

/** How often an event is tried again because its connection was cut under it. */
const maximumCuts = 100;

/**
 * Brings events, commands and clicks to apps. An event that is not acknowledged within three seconds is tried again at
 * once, after a minute and after five more; one whose socket was cut goes to another socket at once. Commands and clicks
 * have one try, since a person waits. An event that finds no socket open waits for one.
 */
export class PostOffice {
  /** Everything that was ever to be delivered, in order. */
  readonly deliveries: Delivery[] = [];
  readonly #world: SlackWorld;
  readonly #hub: SocketHub;
  readonly #requestUrl: RequestUrl;
  readonly #policy: DeliveryPolicy;
  readonly #closed: AbortSignal;

  constructor(world: SlackWorld, hub: SocketHub, requestUrl: RequestUrl, policy: DeliveryPolicy, closed: AbortSignal) {
    this.#world = world;
    this.#hub = hub;
    this.#requestUrl = requestUrl;
    this.#policy = policy;
    this.#closed = closed;
  }

  /** Begins a delivery. */
  deliver(app: SlackApp, kind: DeliveryKind, body: Readonly<Record<string, unknown>>): Delivery {
    const delivery = new Delivery(this.#world.ids.next("E"), app.id, kind, body);
    this.deliveries.push(delivery);
    void this.#run(app, delivery);
    return delivery;
  }

  /** Sends a delivery once more, as Slack does when an acknowledgement got lost; to that socket, or to any. */
  async redeliver(app: SlackApp, delivery: Delivery, socket?: AppSocket): Promise<AttemptOutcome> {
    return this.#attempt(app, delivery, delivery.attempts.length, "timeout", socket);
  }

  async #run(app: SlackApp, delivery: Delivery): Promise<void> {
    const outcome = await (delivery.kind === "events_api" ? this.#insist(app, delivery) : this.#try(app, delivery));
    delivery.finish(outcome);
    this.#world.notices.tell(
      `${delivery.kind} ${delivery.id} ${outcome.isAcknowledged ? "acknowledged" : outcome.failure}`,
    );
  }

  async #try(app: SlackApp, delivery: Delivery): Promise<AttemptOutcome> {
    if (app.requestUrl === undefined && this.#hub.next(app.id) === undefined) {
      return { isAcknowledged: false, failure: "no_listener" };
    }
    return this.#attempt(app, delivery, 0, undefined);
  }

  async #insist(app: SlackApp, delivery: Delivery): Promise<AttemptOutcome> {
    const copies = this.#policy.copies();
    const first = this.#attempt(app, delivery, 0, undefined);
    for (let copy = 0; copy < copies; copy += 1) void this.redeliver(app, delivery);
    let outcome = await first;
    let cuts = 0;
    for (let retry = 0; !outcome.isAcknowledged && outcome.isFinal !== true && !this.#closed.aborted;) {
      const wasCut = app.requestUrl === undefined && outcome.failure === "connection_failed" && cuts < maximumCuts;
      if (wasCut) cuts += 1;
      else {
        const delay = slackLimits.retryDelays[retry];
        if (delay === undefined) return outcome;
        retry += 1;
        if (delay > 0) await pause(this.#world.clock, delay, this.#closed);
      }
      outcome = await this.#attempt(app, delivery, cuts + retry, outcome.failure);
    }
    return outcome;
  }

  async #attempt(
    app: SlackApp,
    delivery: Delivery,
    retryNumber: number,
    retryReason: DeliveryFailure | undefined,
    chosen?: AppSocket,
  ): Promise<AttemptOutcome> {
    const url = app.requestUrl;
    const socket =
      url === undefined
        ? (chosen ?? (await this.#hub.available(app.id, this.#closed, delivery.attempts.at(-1)?.socketId)))
        : undefined;
    const attempt = { retryNumber, retryReason, socketId: socket?.id, at: this.#world.clock.now() };
    if (url === undefined && socket === undefined) return { isAcknowledged: false, failure: "no_listener" };
    delivery.attempts.push(attempt);
    this.#world.notices.tell(`${delivery.kind} ${delivery.id} sent (try ${retryNumber})`);
    if (url !== undefined) return this.#requestUrl.attempt(app, url, delivery, attempt);
    if (socket === undefined) return { isAcknowledged: false, failure: "no_listener" };
    return this.#sendOver(socket, delivery, retryNumber, retryReason);
  }

  async #sendOver(
    socket: AppSocket,
    delivery: Delivery,
    retryNumber: number,
    retryReason: DeliveryFailure | undefined,
  ): Promise<AttemptOutcome> {
    const envelopeId = `${delivery.id}-${delivery.attempts.length}`;
    const acknowledged = socket.sendEnvelope(envelopeId, {
      envelope_id: envelopeId,
      type: delivery.kind,
      payload: delivery.body,
      accepts_response_payload: delivery.kind !== "events_api",
      ...(delivery.kind === "events_api" && { retry_attempt: retryNumber, retry_reason: retryReason ?? "" }),
    });
    const timeout = Promise.withResolvers<AttemptOutcome>();
    const timer = this.#world.clock.startTimer(slackLimits.acknowledgement, () => {
      timeout.resolve({ isAcknowledged: false, failure: "timeout" });
    });
    try {
      return await Promise.race([acknowledged, timeout.promise]);
    } finally {
      timer.cancel();
    }
  }
}
