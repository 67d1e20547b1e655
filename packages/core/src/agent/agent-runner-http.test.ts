import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { ManualClock } from "@keyturn/testkit";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { ProviderError, RunAbortedError } from "../errors.ts";
import type { ClaimedTurn } from "../sessions/session-store.ts";
import { textOfParts } from "../sessions/transcript.ts";
import { resolveAgentRunnerOptions } from "./agent-runner-options.ts";
import { AgentRunner } from "./agent-runner.ts";
import { ModelRegistry } from "./model-registry.ts";
import { createOpenAiCompatibleProvider } from "./providers/openai-compatible-provider.ts";
import { defineTool } from "./tool.ts";

type Answer = (response: ServerResponse, request: IncomingMessage, body: string) => void;

/** What the service is told and must never be repeated. */
const key = "sk-canary-key-4711";
const prompt = "canary-prompt-0815";

/** A service on the loopback device that speaks OpenAI's chat protocol: one answer for each request, the last one again. */
class ChatService {
  readonly bodies: string[] = [];
  answers: readonly Answer[] = [];
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  async start(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, "127.0.0.1", resolve);
    });
    const address = this.#server.address();
    return `http://127.0.0.1:${isAddress(address) ? address.port : 0}/v1`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    this.bodies.push(body);
    this.answers[Math.min(this.bodies.length, this.answers.length) - 1]?.(response, request, body);
  }
}

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === "object" && address !== null;
}

const chunk = (delta: object, finishReason: string | null = null) =>
  `data: ${JSON.stringify({ id: "1", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason: finishReason }] })}\n\n`;
const total = `data: ${JSON.stringify({ id: "1", choices: [], usage: { prompt_tokens: 12, completion_tokens: 4 } })}\n\n`;

const stream =
  (...chunks: readonly string[]): Answer =>
  (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(chunks.join(""));
  };
const refuse =
  (status: number, error: object = {}, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    // As bad as it gets: the service repeats the key and the conversation.
    response.end(JSON.stringify({ error: { message: `${key} sent ${prompt}`, ...error } }));
  };
const hello = stream(
  chunk({ content: "Good " }),
  chunk({ content: "day." }),
  chunk({}, "stop"),
  total,
  "data: [DONE]\n\n",
);

const turn: ClaimedTurn = {
  fence: { sessionId: "s_1", keyText: "web/a/p", epoch: 1, fence: 1 },
  key: { adapter: "web", account: "a", place: "p" },
  runId: "r_1",
  messages: [
    {
      id: "m_1",
      deduplicationKey: "1",
      state: "running",
      attempts: 1,
      acceptedAt: 0,
      sender: { id: "u1" },
      text: prompt,
    },
  ],
  attempt: 1,
  history: [],
  settings: {},
  replyAddress: undefined,
  version: 1,
};

const dice = defineTool({
  name: "dice",
  description: "Rolls dice.",
  inputSchema: z.object({ sides: z.number() }),
  execute: ({ sides }) => sides,
});

describe("AgentRunner with a service that speaks OpenAI's protocol", () => {
  const service = new ChatService();
  let baseUrl = "";
  let clock: ManualClock;
  let controller: AbortController;
  let told: string;

  beforeEach(async () => {
    service.bodies.length = 0;
    baseUrl = await service.start();
    clock = new ManualClock();
    controller = new AbortController();
    told = "";
  });

  afterEach(() => service.stop());

  function run(retries: number = 0) {
    const models = new ModelRegistry();
    models.register(createOpenAiCompatibleProvider({ name: "local", baseUrl, apiKey: key }));
    const runner = new AgentRunner({
      models,
      tools: () => [dice],
      settings: () => ({
        model: "local/some/model",
        historyLimit: 100,
        fallbackModels: [],
        instructions: "",
        runner: resolveAgentRunnerOptions({ retries }),
      }),
      clock,
    });
    return runner.run(turn, {
      signal: controller.signal,
      onText: (delta) => void (told += delta),
      onToolCall: () => {},
      onToolResult: () => {},
      readAttachment: async () => undefined,
    });
  }

  /** Resolves when the run waits for its next try: beside both of its time limits, a third timer runs. */
  const untilItWaits = () => vi.waitFor(() => expect(clock.pendingTimers).toBe(3));

  async function failureOf(running: Promise<unknown>): Promise<unknown> {
    return running.then(
      () => "no failure",
      (error: unknown) => error,
    );
  }

  it("streams the answer and counts what it cost", async () => {
    service.answers = [hello];

    expect(await run()).toEqual({
      parts: [{ type: "text", text: "Good day." }],
      usage: { inputTokens: 12, outputTokens: 4 },
    });
    expect(told).toBe("Good day.");
  });

  it("asks for the model by the whole of its name", async () => {
    service.answers = [hello];
    await run();
    expect(JSON.parse(service.bodies[0] ?? "")).toMatchObject({ model: "some/model" });
  });

  it("runs tools between requests", async () => {
    const toolCall = { index: 0, id: "c1", function: { name: "dice", arguments: '{"sides":6}' } };
    service.answers = [stream(chunk({ tool_calls: [toolCall] }), chunk({}, "tool_calls"), total), hello];
    const result = await run();

    expect(result.usage).toEqual({ inputTokens: 24, outputTokens: 8 });
    expect(result.parts).toMatchObject([{ name: "dice", output: 6 }, { text: "Good day." }]);
    expect(JSON.parse(service.bodies[1] ?? "").messages.at(-1)).toMatchObject({ role: "tool", content: "6" });
  });

  it("closes the connection when the run is aborted", async () => {
    const closed: Promise<void>[] = [];
    service.answers = [
      (response) => {
        closed.push(new Promise((resolve) => response.on("close", resolve)));
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(chunk({ content: "Once" }));
        controller.abort(new RunAbortedError("r_1", "delete"));
      },
    ];

    await expect(run()).rejects.toThrow("Run r_1 was aborted: delete.");
    expect(closed).toHaveLength(1);
    await closed[0];
  });

  it("repeats a call that fails in a way that may pass", async () => {
    service.answers = [refuse(500), refuse(429), hello];
    const running = run(2);
    await untilItWaits();
    await clock.advance(2_000);
    await untilItWaits();
    await clock.advance(4_000);

    expect(textOfParts((await running).parts)).toBe("Good day.");
    expect(service.bodies).toHaveLength(3);
  });

  it("stops waiting to repeat a call when the run is aborted", async () => {
    service.answers = [refuse(500)];
    const running = run(2);
    await untilItWaits(); // 1. the first try has failed
    controller.abort(new RunAbortedError("r_1", "stop")); // 2. stopped, with no time passing

    await expect(running).rejects.toThrow(RunAbortedError);
    expect(clock.pendingTimers).toBe(0);
    expect(service.bodies).toHaveLength(1);
  });

  const failures: readonly (readonly [string, Answer, object])[] = [
    ["a refused key", refuse(401), { message: failed("(HTTP 401): the API key was refused"), isRetryable: false }],
    [
      "an unknown model",
      refuse(404),
      { message: failed("(HTTP 404): the service has no such model, or its address is wrong"), isRetryable: false },
    ],
    [
      "too many requests, with the time to wait",
      refuse(429, {}, { "retry-after": "90" }),
      { message: failed("(HTTP 429): too many requests or tokens"), isRetryable: true, retryAfterMilliseconds: 90_000 },
    ],
    [
      "an account without credit",
      refuse(429, { code: "insufficient_quota" }),
      { message: failed("(HTTP 429): the account has no credit left"), isRetryable: false },
    ],
    [
      "trouble in the service",
      refuse(503),
      { message: failed("(HTTP 503): the service has trouble"), isRetryable: true },
    ],
    [
      "a stream of garbage",
      stream(`data: ${key} ${prompt}\n\n`),
      { message: failed(": what came back is not an answer"), isRetryable: true },
    ],
    [
      "a stream that breaks off",
      stream(chunk({ content: "Once upon" })),
      { message: failed(": what came back is not an answer"), isRetryable: true },
    ],
    [
      "a connection that breaks off",
      (response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(chunk({ content: "Once" }), () => response.destroy());
      },
      { message: failed(": no connection, UND_ERR_SOCKET"), isRetryable: true },
    ],
  ];

  it.each(failures)(
    "turns %s into an error that says what to do, and nothing else",
    async (_name, answer, expected) => {
      service.answers = [answer];
      const error = await failureOf(run());

      expect(error).toBeInstanceOf(ProviderError);
      expect(error).toMatchObject(expected);
      expect(inspect(error, { depth: 20, showHidden: true })).not.toContain("canary");
    },
  );

  it("turns a service that is not there into an error that is worth another run", async () => {
    await service.stop();
    const error = await failureOf(run());
    await service.start();

    expect(error).toMatchObject({ message: failed(": no connection, ECONNREFUSED"), isRetryable: true });
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain("canary");
  });
});

function failed(what: string): string {
  return `Could not get an answer from local/some/model${what.startsWith("(") ? ` ${what}` : what}.`;
}
