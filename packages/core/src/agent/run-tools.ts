import { dynamicTool, type ToolSet } from "ai";
import type { Clock } from "../clock.ts";
import { ConfigurationError } from "../errors.ts";
import type { JsonValue } from "../json.ts";
import { type SpanOptions, activeContext, inSpan } from "../telemetry/span.ts";
import type { ClaimedTurn } from "../sessions/session-store.ts";
import { copyAsJson } from "./json-copy.ts";
import { raceWithSignal } from "./race-with-signal.ts";
import type { ToolDefinition, ToolTurn } from "./tool.ts";

/** The tools of one run in the shape of the AI SDK, with what has to be known about their calls. */
export class RunTools {
  readonly #turn: ToolTurn;
  readonly #messageId: string;
  readonly #signal: AbortSignal;
  readonly #clock: Clock;
  readonly #durations = new Map<string, number>();
  /** Tools are called from within a stream, where the turn is no longer the active span. */
  readonly #parent = activeContext();
  #step = -1;
  #stepCalls: readonly string[] = [];

  constructor(turn: ClaimedTurn, signal: AbortSignal, clock: Clock) {
    const senders = turn.messages.map((message) => message.sender);
    this.#turn = {
      sessionId: turn.fence.sessionId,
      sessionKey: turn.key,
      runId: turn.runId,
      sender: senders.at(-1) ?? { id: "" },
      senders: [...new Map(senders.map((sender) => [sender.id, sender])).values()],
    };
    this.#messageId = turn.messages[0]?.id ?? turn.runId;
    this.#signal = signal;
    this.#clock = clock;
  }

  /**
   * The tools as the AI SDK takes them.
   * @throws ConfigurationError when two have one name.
   */
  toolSet(definitions: readonly ToolDefinition[]): ToolSet {
    const tools: ToolSet = {};
    for (const definition of definitions) {
      if (Object.hasOwn(tools, definition.name)) {
        throw new ConfigurationError(
          `Two tools are named ${definition.name}. Rename one, or register one of them only.`,
        );
      }
      tools[definition.name] = dynamicTool({
        description: definition.description,
        inputSchema: definition.inputSchema,
        execute: (input, { toolCallId }) => this.#execute(definition, input, toolCallId),
      });
    }
    return tools;
  }

  /** Told before the calls of the next step are executed: the calls in the order in which the model made them. */
  beginStep(callIds: readonly string[]): void {
    this.#step += 1;
    this.#stepCalls = callIds;
  }

  /** How long the call took, in milliseconds; 0 for a call that was not executed. */
  duration(callId: string): number {
    return this.#durations.get(callId) ?? 0;
  }

  async #execute(definition: ToolDefinition, input: unknown, callId: string): Promise<JsonValue> {
    const begin = this.#clock.monotonic();
    const index = Math.max(0, this.#stepCalls.indexOf(callId));
    const context = {
      ...this.#turn,
      signal: this.#signal,
      idempotencyKey: `${this.#messageId}:${this.#step}:${index}:${definition.name}`,
    };
    try {
      const execute = () => raceWithSignal(this.#signal, async () => definition.execute(input, context));
      return copyAsJson(await inSpan(`execute_tool ${definition.name}`, this.#spanOf(definition, callId), execute));
    } finally {
      this.#durations.set(callId, this.#clock.monotonic() - begin);
    }
  }

  #spanOf({ name }: ToolDefinition, callId: string): SpanOptions {
    const attributes = () => ({
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": name,
      "gen_ai.tool.call.id": callId,
    });
    return { attributes, parent: this.#parent };
  }
}
