import { readFile } from "node:fs/promises";
import path from "node:path";
import { GatewayClient, type WireEvent } from "@keyturn/gateway/client";
import type { ModelServer } from "@keyturn/testkit";
import { EventRecord } from "./event-record.ts";
import { KeyturnProcess } from "./keyturn-process.ts";

/** How a bot is started. */
export interface BotStart {
  /** The folder that it is started in; its data lies in `.keyturn` there. */
  readonly folder: string;
  /** The model that answers. */
  readonly model: ModelServer;
  readonly parameters?: readonly string[] | undefined;
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

/** A bot that runs as a process of its own, with a client that knows its token. */
export class RunningBot {
  readonly process: KeyturnProcess;
  readonly url: string;
  readonly token: string;
  readonly client: GatewayClient;

  constructor(started: KeyturnProcess, url: string, token: string) {
    this.process = started;
    this.url = url;
    this.token = token;
    this.client = new GatewayClient({ url, token });
  }

  /** Calls the API by hand, for requests that a client would never send. */
  request(target: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (!headers.has("authorization")) headers.set("authorization", `Bearer ${this.token}`);
    return fetch(`${this.url}/api/v1${target}`, { ...init, headers });
  }

  /** Begins to record events; everything that happens from then on is in the record. */
  async record(): Promise<EventRecord> {
    const record = new EventRecord(this.client);
    await record.next((event: WireEvent) => event.type === "hello");
    return record;
  }

  /** Writes in the web chat and expects it to be accepted. */
  async send(conversation: string, text: string): Promise<{ readonly sessionId: string; readonly messageId: string }> {
    const sent = await this.client.send({ conversation, text });
    if (!("messageId" in sent)) throw new Error(`The message was not accepted: ${JSON.stringify(sent)}`);
    return sent;
  }
}

/** Options with which `keyturn start` runs on a model server, on any free port. */
function startParameters(parameters: readonly string[] = []): readonly string[] {
  return ["start", "--port", "0", "--model", "openai-compatible/scripted", ...parameters];
}

/** Starts a bot and waits until it says that it is ready. */
export async function startBot({ folder, model, parameters, environment }: BotStart): Promise<RunningBot> {
  const started = new KeyturnProcess({
    parameters: startParameters(parameters),
    folder,
    environment: { OPENAI_COMPATIBLE_URL: model.url, ...environment },
  });
  const [, url = ""] = await started.prints(/Listening +(http:\S+)/);
  await started.prints(/Next:/);
  const token = environment?.["KEYTURN_TOKEN"] ?? (await readFile(path.join(folder, ".keyturn/token"), "utf8")).trim();
  return new RunningBot(started, url, token);
}
