import { type WireAudit, type WireAuditQuery, auditSchema } from "../wire/audit.ts";
import { type WireLog, type WireLogQuery, logSchema } from "../wire/log.ts";
import type { WireEvent } from "../wire/event.ts";
import { eventSchema } from "../wire/event-schema.ts";
import { type ExportFormat, type WireExport, exportSchema } from "../wire/export.ts";
import { type WirePost, type WirePosted, postedSchema } from "../wire/post.ts";
import {
  type WireDeletion,
  type WireReset,
  type WireRegeneration,
  type WireStop,
  deletionSchema,
  resetSchema,
  regenerationSchema,
  stopSchema,
} from "../wire/removal.ts";
import {
  type WireRun,
  type WireRunDetail,
  type WireRunList,
  runDetailSchema,
  runListSchema,
  runSchema,
} from "../wire/run.ts";
import type { WireSessionQuery } from "../wire/session-query.ts";
import { type WireSession, type WireSessionPage, sessionPageSchema, sessionSchema } from "../wire/session.ts";
import { type WireStatus, statusSchema } from "../wire/status.ts";
import type { WireSettingsChange } from "../wire/settings.ts";
import { type WireMessagesPage, type WireQueue, messagesPageSchema, queueSchema } from "../wire/transcript.ts";
import { type WireTrashPage, type WireTrashQuery, trashPageSchema } from "../wire/trash.ts";
import { type WireChatMessage, type WireSentMessage, sentMessageSchema } from "../wire/webchat.ts";
import { type WireUsage, type WireUsageQuery, usageSchema } from "../wire/usage.ts";
import { AccessClient } from "./access-client.ts";
import { AdapterClient } from "./adapter-client.ts";
import { BulkClient } from "./bulk-client.ts";
import { type CallOptions, type CreationOptions, idempotent } from "./call-options.ts";
import { DeliveriesClient } from "./deliveries-client.ts";
import { type EventOptions, EventSource, type EventTimers, platformTimers } from "./event-source.ts";
import { SchedulesClient } from "./schedules-client.ts";
import { SettingsClient } from "./settings-client.ts";
import { VisitorsClient } from "./visitors-client.ts";
import { Transport, type TransportOptions } from "./transport.ts";

/** What a client is made of. */
export interface GatewayClientOptions extends TransportOptions {
  /** For the pauses of `events`. Default: the platform's own. */
  readonly timers?: EventTimers | undefined;
}

/** What may be said with a stop, reset or delete. */
export interface DemandOptions extends CallOptions {
  /** For the audit log; at most 500 characters. */
  readonly reason?: string | undefined;
}

/** What may be said with an operator's message. */
export interface PostOptions extends CreationOptions {
  /** Does nothing, and fails with `SESSION_CHANGED`, when the session has changed since. */
  readonly seen?: SeenSession | undefined;
}

/** What may be said with an import. */
export interface ImportOptions extends CreationOptions {
  /**
   * The form of the export.
   * @default "json"
   */
  readonly format?: Exclude<ExportFormat, "md"> | undefined;
  /** The session key that the new session gets in place of the exported one's: `adapter/account/place…`. */
  readonly key?: string | undefined;
}

/** Which state of a session the caller saw, such as a `WireSession`. */
export type SeenSession = Pick<WireSession, "epoch" | "version">;

/** What may be said with a reset or delete. */
export interface RemovalOptions extends DemandOptions {
  /** Does nothing, and fails with `SESSION_CHANGED`, when the session has changed since. */
  readonly seen?: SeenSession | undefined;
  /** Keeps nothing to be undone; for admins. */
  readonly purge?: boolean | undefined;
}

/** What may be said with a regeneration. */
export interface RegenerateOptions extends DemandOptions, CreationOptions {
  /** The run whose answer is to be written anew: any other is left alone. */
  readonly runId?: string | undefined;
}

/** What may be said with a restore. */
export interface RestoreOptions extends DemandOptions {
  /** The `epoch` in the answer of the removal: fails with `RESTORE_SUPERSEDED` when another one is the newest. */
  readonly epoch?: number | undefined;
  /** `copy`: as a new session, beside whatever has taken its place. */
  readonly as?: "copy" | undefined;
}

/** The API of a gateway, typed. Every call throws `GatewayError` when it fails. */
export class GatewayClient {
  /** Who may come in: logins, codes and access tokens. */
  readonly access: AccessClient;
  /** The channel adapters. */
  readonly adapters: AdapterClient;
  /** Pieces that did not arrive, or may not have. */
  readonly deliveries: DeliveriesClient;
  /** Messages that are sent to conversations by the clock. */
  readonly schedules: SchedulesClient;
  /** Many sessions at once. */
  readonly bulk: BulkClient;
  /** Settings and plugins. */
  readonly settings: SettingsClient;
  /** Visitors of the web chat; what they do themselves is in `VisitorClient`. */
  readonly visitors: VisitorsClient;
  readonly #transport: Transport;
  readonly #timers: EventTimers;

  constructor(options: GatewayClientOptions) {
    this.#transport = new Transport(options);
    this.access = new AccessClient(this.#transport);
    this.adapters = new AdapterClient(this.#transport);
    this.deliveries = new DeliveriesClient(this.#transport);
    this.schedules = new SchedulesClient(this.#transport);
    this.bulk = new BulkClient(this.#transport);
    this.settings = new SettingsClient(this.#transport);
    this.visitors = new VisitorsClient(this.#transport);
    this.#timers = options.timers ?? platformTimers;
  }

  /** How the bot is. */
  status({ signal }: CallOptions = {}): Promise<WireStatus> {
    return this.#transport.call(statusSchema, { path: "/status", signal });
  }

  /** A page of sessions, by default of all of them and the most recently updated first. */
  list(query: WireSessionQuery = {}, { signal }: CallOptions = {}): Promise<WireSessionPage> {
    return this.#transport.call(sessionPageSchema, { path: "/sessions", query: { ...query }, signal });
  }

  /** A page of the deleted sessions that can be brought back, the most recently deleted first. */
  trash(query: WireTrashQuery = {}, { signal }: CallOptions = {}): Promise<WireTrashPage> {
    return this.#transport.call(trashPageSchema, { path: "/sessions", query: { ...query, trash: true }, signal });
  }

  /** A session. */
  read(id: string, { signal }: CallOptions = {}): Promise<WireSession> {
    return this.#transport.call(sessionSchema, { path: pathOf("sessions", id), signal });
  }

  /** The newest part of a transcript, or the part before a sequence; with what waits and runs. */
  messages(
    id: string,
    query: { readonly before?: number | undefined; readonly limit?: number | undefined } = {},
    { signal }: CallOptions = {},
  ): Promise<WireMessagesPage> {
    return this.#transport.call(messagesPageSchema, {
      path: `${pathOf("sessions", id)}/messages`,
      query: { ...query },
      signal,
    });
  }

  /** A whole session. */
  export(id: string, { signal }: CallOptions = {}): Promise<WireExport> {
    return this.#transport.call(exportSchema, { path: `${pathOf("sessions", id)}/export`, signal });
  }

  /** A whole session as a text, bit by bit; what breaks off ends with an error. */
  async *exportText(id: string, format: ExportFormat, { signal }: CallOptions = {}): AsyncGenerator<string> {
    const path = `${pathOf("sessions", id)}/export`;
    const response = await this.#transport.open({ path, query: { format }, signal });
    if (response.body !== null) yield* response.body.pipeThrough(new TextDecoderStream());
  }

  /** Makes a new session of one that was exported; fails with `SESSION_OCCUPIED` when its key names one already. */
  import(exported: string, { format = "json", key, idempotencyKey, signal }: ImportOptions = {}): Promise<WireSession> {
    return this.#transport.call(sessionSchema, {
      method: "POST",
      path: "/sessions/import",
      query: { key },
      content: { mediaType: format === "json" ? "application/json" : "application/x-ndjson", text: exported },
      headers: idempotent(idempotencyKey),
      signal,
    });
  }

  /** Speaks in a session's channel as the bot, writes to its agent, or writes a note; delivery is not waited for. */
  post(id: string, message: WirePost, { seen, idempotencyKey, signal }: PostOptions = {}): Promise<WirePosted> {
    return this.#transport.call(postedSchema, {
      method: "POST",
      path: `${pathOf("sessions", id)}/messages`,
      body: message,
      headers: { ...ifMatch(seen), ...idempotent(idempotencyKey) },
      signal,
    });
  }

  /** The messages of a session that wait or are being answered, in order. */
  queue(id: string, { signal }: CallOptions = {}): Promise<WireQueue> {
    return this.#transport.call(queueSchema, { path: `${pathOf("sessions", id)}/queue`, signal });
  }

  /** The bytes of a file that came with a message, by its place among the message's attachments, from 0. */
  attachment(id: string, messageId: string, index: number, { signal }: CallOptions = {}): Promise<Uint8Array> {
    const path = `${pathOf("sessions", id)}${pathOf("attachments", messageId)}/${index}`;
    return this.#transport.callForBytes({ path, signal });
  }

  /** Cancels a message that waits; fails with `MESSAGE_TAKEN` when a run took it. */
  cancelMessage(id: string, messageId: string, { reason, signal }: DemandOptions = {}): Promise<void> {
    return this.#transport.perform({
      method: "DELETE",
      path: `${pathOf("sessions", id)}${pathOf("queue", messageId)}`,
      body: { reason },
      signal,
    });
  }

  /** Changes the title or model of a session that was seen, pins or mutes it; fails with `SESSION_CHANGED` when it has changed since. */
  update(
    id: string,
    seen: SeenSession,
    change: WireSettingsChange,
    { signal }: CallOptions = {},
  ): Promise<WireSession> {
    return this.#transport.call(sessionSchema, {
      method: "PATCH",
      path: pathOf("sessions", id),
      body: change,
      headers: ifMatch(seen),
      signal,
    });
  }

  /** Empties a session and stops its run. */
  reset(id: string, { reason, seen, purge, signal }: RemovalOptions = {}): Promise<WireReset> {
    return this.#transport.call(resetSchema, {
      method: "POST",
      path: `${pathOf("sessions", id)}/reset`,
      body: { reason, purge },
      headers: ifMatch(seen),
      signal,
    });
  }

  /** Removes a session and stops its run; deleting twice is no error. */
  delete(id: string, { reason, seen, purge, signal }: RemovalOptions = {}): Promise<WireDeletion> {
    return this.#transport.call(deletionSchema, {
      method: "DELETE",
      path: pathOf("sessions", id),
      query: { purge },
      body: { reason },
      headers: ifMatch(seen),
      signal,
    });
  }

  /**
   * Undoes a session's newest reset, or its delete; fails with `RESTORE_OCCUPIED` when something new has taken the place,
   * and with `RESTORE_NOTHING` when there is nothing to undo any more.
   */
  restore(id: string, { reason, epoch, as, signal }: RestoreOptions = {}): Promise<WireSession> {
    return this.#transport.call(sessionSchema, {
      method: "POST",
      path: `${pathOf("sessions", id)}/restore`,
      body: { reason, epoch, as },
      signal,
    });
  }

  /** Ends whatever run a session has, and keeps its transcript. */
  stop(id: string, { reason, signal }: DemandOptions = {}): Promise<WireStop> {
    return this.#transport.call(stopSchema, {
      method: "POST",
      path: `${pathOf("sessions", id)}/stop`,
      body: { reason },
      signal,
    });
  }

  /** Has a session's newest answer written anew, or only that of one run; nothing is waited for. */
  regenerate(id: string, { reason, runId, idempotencyKey, signal }: RegenerateOptions = {}): Promise<WireRegeneration> {
    return this.#transport.call(regenerationSchema, {
      method: "POST",
      path: `${pathOf("sessions", id)}/regenerate`,
      body: { reason, runId },
      headers: idempotent(idempotencyKey),
      signal,
    });
  }

  /** The newest lines of the audit log, newest first; for admins. */
  audit(query: WireAuditQuery = {}, { signal }: CallOptions = {}): Promise<WireAudit> {
    return this.#transport.call(auditSchema, { path: "/audit", query: { ...query }, signal });
  }

  /** What runs used, by day, model or adapter. */
  usage(query: WireUsageQuery = {}, { signal }: CallOptions = {}): Promise<WireUsage> {
    return this.#transport.call(usageSchema, { path: "/usage", query: { ...query }, signal });
  }

  /** The newest lines of the log of the process, newest first; for admins. */
  logs(query: WireLogQuery = {}, { signal }: CallOptions = {}): Promise<WireLog> {
    return this.#transport.call(logSchema, { path: "/logs", query: { ...query }, signal });
  }

  /** The runs in flight. */
  runs({ signal }: CallOptions = {}): Promise<WireRunList> {
    return this.#transport.call(runListSchema, { path: "/runs", signal });
  }

  /** A run in flight, or one that ended lately. */
  readRun(id: string, { signal }: CallOptions = {}): Promise<WireRunDetail> {
    return this.#transport.call(runDetailSchema, { path: pathOf("runs", id), signal });
  }

  /** Ends exactly this run; the answer of one that is over says how it ended. */
  stopRun(id: string, { reason, signal }: DemandOptions = {}): Promise<WireRun> {
    return this.#transport.call(runSchema, {
      method: "POST",
      path: `${pathOf("runs", id)}/stop`,
      body: { reason },
      signal,
    });
  }

  /**
   * Writes in the web chat; the answer comes with the events.
   * @param idempotencyKey the same key twice is the same message: give one to be able to send again after no answer came.
   */
  send(message: WireChatMessage, { idempotencyKey, signal }: CreationOptions = {}): Promise<WireSentMessage> {
    return this.#transport.call(sentMessageSchema, {
      method: "POST",
      path: "/webchat/messages",
      body: message,
      headers: idempotent(idempotencyKey),
      signal,
    });
  }

  /** What happens, over as many connections as it takes. See `EventSource.read`. */
  events({ sessionId, topics, signal }: EventOptions = {}): AsyncGenerator<WireEvent, void, undefined> {
    const query = { sessionId, topics: topics?.join(",") };
    const feed = { path: "/events", query, schema: eventSchema, signal };
    return new EventSource(this.#transport, feed, this.#timers).read();
  }
}

function ifMatch(seen: SeenSession | undefined): Readonly<Record<string, string>> {
  return seen === undefined ? {} : { "If-Match": `"${seen.epoch}.${seen.version}"` };
}

function pathOf(collection: string, id: string): string {
  return `/${collection}/${encodeURIComponent(id)}`;
}
