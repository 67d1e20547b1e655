/** A frame that a client sent. */
export interface ClientFrame {
  readonly op: number;
  readonly d: unknown;
}

/** What a client says when it logs in. */
export interface Identify {
  readonly token: string;
  readonly intents: number;
  readonly shard: readonly [id: number, count: number];
}

/** What a client says when it comes back. */
export interface Resume {
  readonly token: string;
  readonly sessionId: string;
  readonly sequence: number;
}

/** A frame, or `undefined` when it is none. */
export function parseFrame(text: string): ClientFrame | undefined {
  try {
    const frame = asRecord(JSON.parse(text));
    const op = frame?.["op"];
    return typeof op === "number" ? { op, d: frame?.["d"] } : undefined;
  } catch {
    return undefined;
  }
}

/** The payload of op 2, or `undefined` when it has not the form of one. */
export function parseIdentify(payload: unknown): Identify | undefined {
  const fields = asRecord(payload);
  const token = fields?.["token"];
  const intents = fields?.["intents"];
  const shard = fields?.["shard"] ?? [0, 1];
  if (typeof token !== "string" || typeof intents !== "number" || asRecord(fields?.["properties"]) === undefined)
    return;
  if (!Array.isArray(shard) || shard.length !== 2) return;
  return { token: bare(token), intents, shard: [Number(shard[0]), Number(shard[1])] };
}

/** The payload of op 6, or `undefined` when it has not the form of one. */
export function parseResume(payload: unknown): Resume | undefined {
  const fields = asRecord(payload);
  const token = fields?.["token"];
  const sessionId = fields?.["session_id"];
  const sequence = fields?.["seq"];
  if (typeof token !== "string" || typeof sessionId !== "string" || typeof sequence !== "number") return;
  return { token: bare(token), sessionId, sequence };
}

/** An object's fields, or `undefined` where there is none. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return isRecord(value) ? value : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function bare(token: string): string {
  return token.replace(/^Bot /, "");
}
