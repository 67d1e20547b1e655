import type { IncomingMessage } from "node:http";
import { GatewayCloseCodes, GatewayIntentBits, GatewayOpcodes } from "discord-api-types/v10";
import type { RawData, WebSocket } from "ws";
import type { World } from "../world/world.ts";
import { type ClientFrame, parseFrame, parseIdentify, parseResume } from "./client-frames.ts";
import { privilegedIntents } from "../world/bot-account.ts";
import { sendMembers } from "./request-members.ts";
import type { GatewaySession } from "./gateway-session.ts";
import type { GatewaySessions } from "./gateway-sessions.ts";

/** Frames that a client may send in 60 s (Discord, "Gateway", Rate Limiting). */
const framesPerMinute = 120;

/** Longest frame of a client, in bytes (Discord, "Gateway", Sending Events). */
const longestFrame = 4_096;

const knownIntents = Object.values(GatewayIntentBits).reduce<number>(
  (all, bit) => (typeof bit === "number" ? all | bit : all),
  0,
);

/** A frame that a client sent, as it was recorded. */
export interface ReceivedFrame {
  readonly op: number;
  /** In milliseconds since 1970, by the server's clock. */
  readonly at: number;
}

/** How a socket ended. */
export interface ConnectionEnd {
  /** 1006 where no close frame came. */
  readonly code: number;
  readonly byServer: boolean;
}

/** One socket of one client, from its opening on. */
export class GatewayConnection {
  /** What the client sent, heartbeats included. Payloads are not kept: they hold the token. */
  readonly received: ReceivedFrame[] = [];
  /** Whether it came to the address that READY names for a resume. */
  readonly isAtResumeUrl: boolean;
  /** Set once the client logged in or resumed. */
  session: GatewaySession | undefined;
  /** How it ended; `undefined` while it is open. */
  end: ConnectionEnd | undefined;
  readonly #socket: WebSocket;
  readonly #world: World;
  readonly #sessions: GatewaySessions;
  #closedByServer = false;

  constructor(socket: WebSocket, request: IncomingMessage, world: World, sessions: GatewaySessions) {
    this.#socket = socket;
    this.#world = world;
    this.#sessions = sessions;
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    this.isAtResumeUrl = url.pathname === "/resume";
    socket.on("message", (data) => this.#receive(textOf(data)));
    socket.on("close", (code) => this.#onClose(code));
    // A reset by the other side; the close event follows.
    socket.on("error", () => {});
    this.#greet(url.searchParams);
  }

  /** Whether the socket is open. */
  get isOpen(): boolean {
    return this.end === undefined;
  }

  /** Sends one frame. */
  sendFrame(frame: object): void {
    this.sendText(JSON.stringify(frame));
  }

  /** Sends a text that need not be a frame. */
  sendText(text: string): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(text);
  }

  /** Closes with a code, as the server. Codes after which Discord forgets a session make it forget this one. */
  close(code: number, reason = ""): void {
    this.#closedByServer = true;
    if (this.session !== undefined && this.#sessions.endsSession(code)) this.session.isInvalid = true;
    this.session?.detach(this);
    this.#socket.close(code, reason);
  }

  /** Ends the TCP connection without a close frame: the client sees 1006. */
  drop(): void {
    this.#closedByServer = true;
    this.session?.detach(this);
    this.#socket.terminate();
  }

  /** Sends op 9. Without `isResumable` the session is over. */
  invalidate(isResumable: boolean): void {
    if (this.session !== undefined && !isResumable) this.session.isInvalid = true;
    this.session?.detach(this);
    this.session = undefined;
    this.sendFrame({ op: GatewayOpcodes.InvalidSession, d: isResumable });
  }

  #greet(query: URLSearchParams): void {
    if (query.get("v") !== "10") return this.close(GatewayCloseCodes.InvalidAPIVersion);
    if (query.get("encoding") !== "json") return this.close(GatewayCloseCodes.DecodeError);
    if (!this.#sessions.saysHello) return;
    const { heartbeatMilliseconds } = this.#sessions.options;
    this.sendFrame({ op: GatewayOpcodes.Hello, d: { heartbeat_interval: heartbeatMilliseconds } });
  }

  #receive(text: string): void {
    if (Buffer.byteLength(text) > longestFrame) return this.close(GatewayCloseCodes.DecodeError);
    const frame = parseFrame(text);
    if (frame === undefined) return this.close(GatewayCloseCodes.DecodeError);
    const at = this.#world.clock.now();
    this.received.push({ op: frame.op, at });
    const recent = this.received.filter((one) => one.at > at - 60_000);
    if (recent.length > framesPerMinute) return this.close(GatewayCloseCodes.RateLimited);
    this.#handle(frame);
    this.#world.notices.tell(`gateway frame op ${frame.op}`);
  }

  #handle({ op, d }: ClientFrame): void {
    if (op === Number(GatewayOpcodes.Heartbeat)) {
      if (this.#sessions.acknowledgesHeartbeats) this.sendFrame({ op: GatewayOpcodes.HeartbeatAck });
      return;
    }
    const isLogin = op === Number(GatewayOpcodes.Identify) || op === Number(GatewayOpcodes.Resume);
    if (isLogin && !this.#sessions.answersLogins) return;
    if (op === Number(GatewayOpcodes.Identify)) return this.#identify(d);
    if (op === Number(GatewayOpcodes.Resume)) return this.#resume(d);
    if (!harmlessOpcodes.has(op)) return this.close(GatewayCloseCodes.UnknownOpcode);
    if (this.session === undefined) return this.close(GatewayCloseCodes.NotAuthenticated);
    if (op === Number(GatewayOpcodes.RequestGuildMembers)) sendMembers(this.session, d, this.#world);
  }

  #identify(payload: unknown): void {
    if (this.session !== undefined) return this.close(GatewayCloseCodes.AlreadyAuthenticated);
    const identify = parseIdentify(payload);
    if (identify === undefined) return this.close(GatewayCloseCodes.DecodeError);
    const bot = this.#world.bots.find(({ token }) => token === identify.token);
    if (bot === undefined) return this.close(GatewayCloseCodes.AuthenticationFailed, "Authentication failed.");
    const { intents, shard } = identify;
    if ((intents & ~knownIntents) !== 0) return this.close(GatewayCloseCodes.InvalidIntents, "Invalid intent(s).");
    if ((intents & privilegedIntents & ~bot.allowedIntents) !== 0) {
      return this.close(GatewayCloseCodes.DisallowedIntents, "Disallowed intent(s).");
    }
    if (!(shard[0] >= 0 && shard[0] < shard[1])) return this.close(GatewayCloseCodes.InvalidShard, "Invalid shard.");
    this.session = this.#sessions.open(bot, intents, shard);
    this.session.attach(this);
    this.#sessions.greet(this.session);
  }

  #resume(payload: unknown): void {
    if (this.session !== undefined) return this.close(GatewayCloseCodes.AlreadyAuthenticated);
    const resume = parseResume(payload);
    if (resume === undefined) return this.close(GatewayCloseCodes.DecodeError);
    const session = this.#sessions.find(resume.sessionId);
    if (session === undefined || session.bot.token !== resume.token) return this.invalidate(false);
    if (resume.sequence > session.sequence) return this.close(GatewayCloseCodes.InvalidSeq, "Invalid seq.");
    this.#sessions.countResume();
    this.session = session;
    session.attach(this);
    if (!session.replay(resume.sequence)) return this.invalidate(false);
    session.send("RESUMED", { _trace: ["keyturn-testkit"] });
  }

  #onClose(code: number): void {
    this.end = { code, byServer: this.#closedByServer };
    this.session?.detach(this);
    // A client that says goodbye ends its session (Discord, "Gateway", Resuming).
    const saysGoodbye = !this.#closedByServer && (code === 1000 || code === 1001);
    if (this.session !== undefined && saysGoodbye) this.session.isInvalid = true;
    this.#world.notices.tell(`gateway closed ${code}`);
  }
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString();
  return data instanceof ArrayBuffer ? Buffer.from(data).toString() : data.toString();
}

const harmlessOpcodes: ReadonlySet<number> = new Set<number>([
  GatewayOpcodes.PresenceUpdate,
  GatewayOpcodes.VoiceStateUpdate,
  GatewayOpcodes.RequestGuildMembers,
  GatewayOpcodes.RequestSoundboardSounds,
]);
