import type { Streams } from "../activity/streams.ts";
import type { AppSocket, DisconnectReason } from "../delivery/app-socket.ts";
import type { AttemptOutcome, Delivery } from "../delivery/delivery.ts";
import type { DeliveryPolicy, PostOffice } from "../delivery/post-office.ts";
import type { SocketHub, SocketPolicy } from "../delivery/socket-hub.ts";
import type { Message } from "../world/message.ts";
import type { SlackApp } from "../world/slack-app.ts";
import type { SlackWorld } from "../world/slack-world.ts";
import type { TokenRefusal } from "../world/token-book.ts";
import { FaultQueue, type MethodFault, type PlannedFault } from "./method-fault.ts";

/** What the next sockets and deliveries meet. */
export class FaultPlan implements SocketPolicy, DeliveryPolicy {
  readonly methods: FaultQueue = new FaultQueue();
  /** Sockets that are still to be refused. */
  refusals = 0;
  /** Acknowledgements that are still to be lost. */
  lostAcknowledgements = 0;
  /** Events that are still to be sent twice. */
  duplicates = 0;
  /** Where the next downloads are sent. */
  readonly redirects: string[] = [];

  refuses(): boolean {
    if (this.refusals <= 0) return false;
    this.refusals -= 1;
    return true;
  }

  losesAcknowledgement(): boolean {
    if (this.lostAcknowledgements <= 0) return false;
    this.lostAcknowledgements -= 1;
    return true;
  }

  copies(): number {
    if (this.duplicates <= 0) return 0;
    this.duplicates -= 1;
    return 1;
  }
}

/** What the faults work on; for the server. */
export interface FaultTargets {
  readonly world: SlackWorld;
  readonly hub: SocketHub;
  readonly office: PostOffice;
  readonly streams: Streams;
}

/** Makes things go wrong that go wrong on Slack, one call each. What says "the next" waits for it; the rest is at once. */
export class Faults {
  readonly #plan: FaultPlan;
  readonly #targets: FaultTargets;

  constructor(plan: FaultPlan, targets: FaultTargets) {
    this.#plan = plan;
    this.#targets = targets;
  }

  /** The next calls of the Web API that match meet this. */
  next(fault: MethodFault): PlannedFault {
    return this.#plan.methods.add(fault);
  }

  /** The next call of the method is answered 429, or with HTTP 200 and `ratelimited`. */
  rateLimit(method: string, retryAfterSeconds: number, form: "status" | "body" = "status"): PlannedFault {
    const answer =
      form === "status" ? { status: 429, body: '{"ok":false,"error":"ratelimited"}' } : { error: "ratelimited" };
    return this.next({ method, retryAfterSeconds, ...answer });
  }

  /** The next call of the method takes effect and is answered 502. */
  loseAnswer(method: string, times = 1): PlannedFault {
    return this.next({ method, times, afterCommit: true, status: 502, body: "Bad Gateway" });
  }

  /** The next call of the method takes effect and is never answered. */
  hang(method: string, times = 1): PlannedFault {
    return this.next({ method, times, afterCommit: true, hangs: true });
  }

  /** The next call of the method is never answered, and takes effect so many milliseconds of the server's clock later. */
  commitLate(method: string, milliseconds: number, times = 1): PlannedFault {
    return this.next({ method, times, commitsAfterMilliseconds: milliseconds, hangs: true });
  }

  /** Forgets what was to happen and did not yet. */
  clear(): void {
    this.#plan.methods.clear();
    this.#plan.refusals = 0;
    this.#plan.lostAcknowledgements = 0;
    this.#plan.duplicates = 0;
    this.#plan.redirects.length = 0;
  }

  /** Asks the clients of these sockets to leave: of all that are open, unless some are named. */
  disconnect(reason: DisconnectReason = "refresh_requested", sockets: readonly AppSocket[] = this.#open()): void {
    for (const socket of sockets) this.#targets.hub.dismiss(socket, reason);
  }

  /** Cuts sockets with a TCP reset. */
  reset(sockets: readonly AppSocket[] = this.#open()): void {
    for (const socket of sockets) socket.reset();
  }

  /** Closes sockets with that code. */
  closeSockets(code = 1000, sockets: readonly AppSocket[] = this.#open()): void {
    for (const socket of sockets) socket.close(code);
  }

  /** Makes the server's side of sockets fall silent: nothing is sent, read or answered, and nothing is closed. */
  silence(sockets: readonly AppSocket[] = this.#open()): void {
    for (const socket of sockets) socket.silence();
  }

  /** Refuses the next sockets with a TCP reset. */
  refuseSockets(times = 1): void {
    this.#plan.refusals += times;
  }

  /** Answers the token with this error from now on. */
  refuseToken(token: string, refusal: TokenRefusal = "invalid_auth"): void {
    this.#targets.world.tokens.refuse(token, refusal);
  }

  /** Lets a token that was refused count again. */
  acceptToken(token: string): void {
    this.#targets.world.tokens.accept(token);
  }

  /** Sends any text as a frame; `null` and broken JSON are texts like others. */
  sendFrame(text: string, sockets: readonly AppSocket[] = this.#open()): void {
    for (const socket of sockets) socket.sendText(text);
  }

  /** Sends an envelope whose payload is null. */
  sendNullPayload(sockets: readonly AppSocket[] = this.#open()): void {
    for (const socket of sockets) socket.send({ ...this.#envelope(), payload: null });
  }

  /** Tells that too many events came in one hour, and that some are left out (docs, "app_rate_limited"). */
  sendAppRateLimited(teamId: string, sockets: readonly AppSocket[] = this.#open()): void {
    const minute = Math.floor(this.#targets.world.clock.now() / 60_000) * 60;
    for (const socket of sockets) {
      const limited = {
        type: "app_rate_limited",
        team_id: teamId,
        minute_rate_limited: minute,
        api_app_id: socket.appId,
      };
      socket.send({ ...this.#envelope(), payload: limited });
    }
  }

  /** Sends the next events twice. */
  duplicateEvents(times = 1): void {
    this.#plan.duplicates += times;
  }

  /** Loses the next acknowledgements on their way, so that Slack delivers again. */
  loseAcknowledgements(times = 1): void {
    this.#plan.lostAcknowledgements += times;
  }

  /** Delivers once more what was delivered, to that socket or to any; resolves when it is acknowledged or not. */
  redeliver(delivery: Delivery, socket?: AppSocket): Promise<AttemptOutcome> {
    const app: SlackApp = this.#targets.world.app(delivery.appId);
    return this.#targets.office.redeliver(app, delivery, socket);
  }

  /** Sends whoever downloads a file with a good token to another place first, the next times. */
  redirectDownloads(to: string, times = 1): void {
    for (let time = 0; time < times; time += 1) this.#plan.redirects.push(to);
  }

  /** Closes a streamed message, as Slack does when its time is over. */
  closeStream(message: Message): void {
    this.#targets.streams.close(this.#targets.world.channel(message.channelId), message);
  }

  #open(): readonly AppSocket[] {
    return this.#targets.hub.open();
  }

  #envelope(): { readonly envelope_id: string; readonly type: string } {
    return { envelope_id: this.#targets.world.ids.next("E"), type: "events_api" };
  }
}
