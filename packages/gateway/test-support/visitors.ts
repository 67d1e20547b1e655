import { z } from "zod";
import { visitorPageSchema } from "../src/wire/visitor.ts";
import { bearerOf } from "./access.ts";
import { type EventReader, openEvents } from "./event-reader.ts";
import type { TestAnswer } from "./exchange.ts";
import type { OpenGateway, StartedRun } from "./open-gateway.ts";

const newVisitorForm = z.object({ id: z.string(), token: z.string() });
const json = { "Content-Type": "application/json" } as const;

/** Asks to begin as a visitor, without any credentials. */
export function askToBegin(open: OpenGateway, from?: string): Promise<TestAnswer> {
  return open.exchange({ method: "POST", path: "/api/v1/webchat/visitors", headers: json, body: "{}", from });
}

/** A visitor of the web chat, as their page asks. */
export class Visitor {
  readonly id: string;
  readonly token: string;
  readonly open: OpenGateway;

  constructor(open: OpenGateway, { id, token }: { readonly id: string; readonly token: string }) {
    this.open = open;
    this.id = id;
    this.token = token;
  }

  /** The header that lets them in. */
  get headers(): Readonly<Record<string, string>> {
    return bearerOf(this.token);
  }

  /** Asks the API in their name; a body is sent as JSON. @param from the address that they ask from. */
  ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
    from?: string,
  ): Promise<TestAnswer> {
    return this.open.exchange({
      method,
      path: `/api/v1${path}`,
      headers: { ...this.headers, ...(body === undefined ? {} : json), ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
      from,
    });
  }

  say(text: string, headers: Readonly<Record<string, string>> = {}): Promise<TestAnswer> {
    return this.ask("POST", "/visitor/messages", { text }, headers);
  }

  /** Writes, and waits until the run has begun. */
  async startRun(text: string): Promise<StartedRun> {
    await this.say(text);
    const run = await this.open.runner.nextRun();
    const { runId, fence } = run.turn;
    return { sessionId: fence.sessionId, runId, run };
  }

  /** Writes, and waits until it is answered and the answer delivered. */
  async converse(text: string, reply: string): Promise<string> {
    const { sessionId, run } = await this.startRun(text);
    run.answer(reply);
    await this.open.bot.settled();
    return sessionId;
  }

  /** Their conversation, as they see it. */
  async page(query = ""): Promise<z.infer<typeof visitorPageSchema>> {
    return visitorPageSchema.parse((await this.ask("GET", `/visitor/messages${query}`)).json());
  }

  /** What was said, as they see it. */
  async texts(): Promise<readonly string[]> {
    return (await this.page()).items.map(({ from, text }) => `${from}: ${text}`);
  }

  /** Their own events; the reader is closed by the caller. */
  events(headers: Readonly<Record<string, string>> = {}): Promise<EventReader> {
    return openEvents(this.open.url, "/api/v1/visitor/events", { ...this.headers, ...headers });
  }
}

/** Begins as a visitor. */
export async function makeVisitor(open: OpenGateway, from?: string): Promise<Visitor> {
  return new Visitor(open, newVisitorForm.parse((await askToBegin(open, from)).json()));
}
