import type { z } from "zod";
import {
  type WireVisitorOutcome,
  type WireVisitorPage,
  type WireVisitorSent,
  visitorOutcomeSchema,
  visitorPageSchema,
  visitorSentSchema,
} from "../wire/visitor.ts";
import type { WireVisitorStreamEvent } from "../wire/visitor-event.ts";
import { visitorEventSchema } from "../wire/visitor-event-schema.ts";
import { type CallOptions, type CreationOptions, idempotent } from "./call-options.ts";
import { EventSource, type EventTimers, platformTimers } from "./event-source.ts";
import { Transport, type TransportOptions } from "./transport.ts";

/** A visitor's own conversation, for pages of one's own. Every call throws `GatewayError` when it fails. */
export class VisitorClient {
  readonly #transport: Transport;
  readonly #timers: EventTimers;

  /** @param options with the visitor's token. */
  constructor(options: TransportOptions & { readonly timers?: EventTimers | undefined }) {
    this.#transport = new Transport(options);
    this.#timers = options.timers ?? platformTimers;
  }

  /** The newest part of the conversation, or the part before an entry. */
  messages(
    query: { readonly before?: number | undefined; readonly limit?: number | undefined } = {},
    { signal }: CallOptions = {},
  ): Promise<WireVisitorPage> {
    return this.#call(visitorPageSchema, "GET", "/messages", { query, signal });
  }

  /** Sends a message; the answer comes with the events. */
  send(text: string, { idempotencyKey, signal }: CreationOptions = {}): Promise<WireVisitorSent> {
    const headers = idempotent(idempotencyKey);
    return this.#call(visitorSentSchema, "POST", "/messages", { body: { text }, headers, signal });
  }

  /** Ends the answer that is being written, or only the run of that id, and keeps what there is of it. */
  stop({ runId, signal }: CallOptions & { readonly runId?: string | undefined } = {}): Promise<WireVisitorOutcome> {
    return this.#call(visitorOutcomeSchema, "POST", "/stop", { body: { runId }, signal });
  }

  /** Empties the conversation. */
  reset({ signal }: CallOptions = {}): Promise<WireVisitorOutcome> {
    return this.#call(visitorOutcomeSchema, "POST", "/reset", { signal });
  }

  /** Removes everything, for good; the token is good for nothing after it. */
  async forget({ signal }: CallOptions = {}): Promise<void> {
    await this.#transport.perform({ method: "DELETE", path: "/visitor", signal });
  }

  /** What happens, over as many connections as it takes. See `EventSource.read`. A further reader ends this one. */
  events({ signal }: CallOptions = {}): AsyncGenerator<WireVisitorStreamEvent, void, undefined> {
    const feed = { path: "/visitor/events", query: {}, schema: visitorEventSchema, signal };
    return new EventSource(this.#transport, feed, this.#timers).read();
  }

  #call<Answer>(
    schema: z.ZodType<Answer>,
    method: "GET" | "POST",
    path: string,
    rest: Pick<Parameters<Transport["open"]>[0], "query" | "body" | "headers" | "signal">,
  ): Promise<Answer> {
    return this.#transport.call(schema, { method, path: `/visitor${path}`, ...rest });
  }
}
