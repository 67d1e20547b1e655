import type { StandardSchemaV1 } from "@standard-schema/spec";
import { asSchema } from "ai";
import { ConfigurationError } from "../errors.ts";
import type { RunId, SessionId } from "../identifiers.ts";
import type { JsonValue } from "../json.ts";
import type { SessionKey } from "../sessions/session-key.ts";
import type { Person } from "../sessions/transcript.ts";

/** The turn that a tool is called in. */
export interface ToolTurn {
  readonly sessionId: SessionId;
  readonly sessionKey: SessionKey;
  readonly runId: RunId;
  /** Who wrote the newest message of the turn. */
  readonly sender: Person;
  /**
   * Everybody who wrote a message of the turn; more than one where waiting messages are collected. A tool that does what
   * not everybody may do has to look at them all.
   */
  readonly senders: readonly Person[];
}

/** What a tool is given besides its input. */
export interface ToolCallContext extends ToolTurn {
  /** Aborts when the run ends early. A tool that ignores it is left behind: its result is dropped. */
  readonly signal: AbortSignal;
  /**
   * The same when a run that crashed is run again: message id, step, place among the step's calls, and tool.
   * A tool that changes something hands it to its service, or remembers it, so that the change happens once.
   */
  readonly idempotencyKey: string;
}

/** A function that the model may call. */
export interface ToolDefinition<Schema extends StandardSchemaV1 = StandardSchemaV1> {
  /** 1 to 64 of A-Z, a-z, 0-9, `_` and `-`: what Anthropic and OpenAI allow. */
  readonly name: string;
  /** Tells the model what the tool does and when to call it. */
  readonly description: string;
  /**
   * A schema of an object, by zod or any library that implements Standard Schema with JSON Schema. Input that does not fit
   * becomes an error that the model sees; the tool is not called.
   */
  readonly inputSchema: Schema;
  /** Does the work. What it throws becomes an error that the model reads: put no secret into its message. */
  execute(input: StandardSchemaV1.InferOutput<Schema>, context: ToolCallContext): JsonValue | Promise<JsonValue>;
}

const allowedName = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Checks a tool and gives it back, with the type of its input taken from the schema.
 * @throws ConfigurationError when the name, the description or the schema cannot be offered to a model.
 */
export function defineTool<Schema extends StandardSchemaV1>(
  definition: ToolDefinition<Schema>,
): ToolDefinition<Schema> {
  assertToolDefinition(definition);
  return definition;
}

/**
 * Checks a tool that comes from elsewhere, such as a plugin.
 * @throws ConfigurationError when the name, the description or the schema cannot be offered to a model.
 */
export function assertToolDefinition(definition: ToolDefinition): void {
  const { name, description, inputSchema } = definition;
  // The types say so already; a plugin may be written without them.
  if (typeof name !== "string" || !allowedName.test(name)) {
    throw new ConfigurationError(
      `The tool name ${JSON.stringify(name)} is not allowed: use 1 to 64 of A-Z, a-z, 0-9, "_" and "-".`,
    );
  }
  if (typeof description !== "string" || description.trim() === "") {
    throw new ConfigurationError(`The tool ${name} has no description: the model needs one to know when to call it.`);
  }
  if (typeOfSchema(name, inputSchema) !== "object") {
    throw new ConfigurationError(`The input schema of the tool ${name} must describe an object.`);
  }
}

function typeOfSchema(name: string, schema: StandardSchemaV1): unknown {
  try {
    const described = asSchema(schema).jsonSchema;
    return "then" in described ? undefined : described.type;
  } catch (cause) {
    throw new ConfigurationError(
      `The input schema of the tool ${name} cannot be written as JSON Schema (library: ${schema["~standard"].vendor}).`,
      cause,
    );
  }
}
