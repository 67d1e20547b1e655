import { randomFillSync } from "node:crypto";

/** `s_` and 22 base64url characters (128 random bits). Retired for ever when its session is deleted. */
export type SessionId = `s_${string}`;
/** Names an accepted message: `m_` and 22 base64url characters. */
export type MessageId = `m_${string}`;
/** Names one execution of a turn: `r_` and 22 base64url characters. */
export type RunId = `r_${string}`;
/** Names a schedule: `c_` and 22 base64url characters. */
export type ScheduleId = `c_${string}`;
/** Names one piece of an answer, and is its idempotency key: `d_` and 22 base64url characters. */
export type DeliveryId = `d_${string}`;

const byteCount = 16;
// Drawing random bytes in one large piece costs a tenth of drawing them one id at a time.
const pool = Buffer.alloc(byteCount * 256);
let offset = pool.length;

function randomText(): string {
  if (offset === pool.length) {
    randomFillSync(pool);
    offset = 0;
  }
  const text = pool.toString("base64url", offset, offset + byteCount);
  offset += byteCount;
  return text;
}

/** A fresh session id. */
export function createSessionId(): SessionId {
  return `s_${randomText()}`;
}

/** A fresh message id. */
export function createMessageId(): MessageId {
  return `m_${randomText()}`;
}

/** A fresh run id. */
export function createRunId(): RunId {
  return `r_${randomText()}`;
}

/** A fresh delivery id. */
export function createDeliveryId(): DeliveryId {
  return `d_${randomText()}`;
}

/** A fresh schedule id. */
export function createScheduleId(): ScheduleId {
  return `c_${randomText()}`;
}

/** Whether a text has the shape of a session id; says nothing about its existence. */
export function isSessionId(text: string): text is SessionId {
  return /^s_[A-Za-z0-9_-]{22}$/.test(text);
}

/** Whether a text has the shape of a delivery id; says nothing about its existence. */
export function isDeliveryId(text: string): text is DeliveryId {
  return /^d_[A-Za-z0-9_-]{22}$/.test(text);
}

/** Whether a text has the shape of a message id; says nothing about its existence. */
export function isMessageId(text: string): text is MessageId {
  return /^m_[A-Za-z0-9_-]{22}$/.test(text);
}

/** Whether a text has the shape of a run id; says nothing about its existence. */
export function isRunId(text: string): text is RunId {
  return /^r_[A-Za-z0-9_-]{22}$/.test(text);
}

/** Whether a text has the shape of a schedule id; says nothing about its existence. */
export function isScheduleId(text: string): text is ScheduleId {
  return /^c_[A-Za-z0-9_-]{22}$/.test(text);
}

/** A fresh version of a bot's settings: 22 base64url characters. */
export function createSettingsVersion(): string {
  return randomText();
}
