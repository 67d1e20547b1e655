import type { TestAnswer } from "../exchange.ts";
import { createGate } from "../gate.ts";
import type { OpenGateway, OpenGatewayOptions } from "../open-gateway.ts";

/** Brings one documented answer of a route about, in a gateway of its own. */
export interface AnswerCase {
  /** What the gateway is opened with. */
  readonly options?: OpenGatewayOptions;
  readonly ask: (open: OpenGateway) => Promise<TestAnswer>;
}

/** Cases by status, of routes by `METHOD /path`. */
export type AnswerCases = Readonly<Record<string, Readonly<Record<number, AnswerCase>>>>;

/** A case in a gateway that nothing is special about. */
export function plain(ask: AnswerCase["ask"]): AnswerCase {
  return { ask };
}

/** A case in a gateway that was opened with something. */
export function given(options: OpenGatewayOptions, ask: AnswerCase["ask"]): AnswerCase {
  return { options, ask };
}

/** Ids in the right form that name nothing. */
export const unknown = {
  session: `s_${"a".repeat(22)}`,
  message: `m_${"a".repeat(22)}`,
  run: `r_${"a".repeat(22)}`,
  schedule: `c_${"a".repeat(22)}`,
  delivery: `d_${"a".repeat(22)}`,
  token: `t_${"a".repeat(12)}`,
  operation: `o_${"a".repeat(22)}`,
  login: `l_${"a".repeat(12)}`,
  visitor: `v_${"a".repeat(22)}`,
} as const;

/** The id of a session that was deleted. */
async function deletedSession(open: OpenGateway): Promise<string> {
  const id = await open.converse("hello", "hi");
  await open.ask("DELETE", `/sessions/${id}`);
  return id;
}

/** Asks with a session that is there, one that never was, and one that was deleted: the cases 404 and 410 with a good one. */
export function sessionCases(
  good: number,
  ask: (open: OpenGateway, id: string) => Promise<TestAnswer>,
): Readonly<Record<number, AnswerCase>> {
  return {
    [good]: plain(async (open) => ask(open, await open.converse("hello", "hi"))),
    404: plain((open) => ask(open, unknown.session)),
    410: plain(async (open) => ask(open, await deletedSession(open))),
  };
}

/** Sends two requests with one `Idempotency-Key`; the second one's answer. */
export async function repeat(ask: (key: Readonly<Record<string, string>>, round: number) => Promise<TestAnswer>) {
  const key = { "Idempotency-Key": "the-same" };
  await ask(key, 1);
  return ask(key, 2);
}

/** Sends the same request again while the operation that it asks for is held; the second one's answer. */
export async function askDuring(
  service: object,
  operation: string,
  ask: (key: Readonly<Record<string, string>>) => Promise<TestAnswer>,
): Promise<TestAnswer> {
  const key = { "Idempotency-Key": "the-same" };
  const [begun, ended] = [createGate(), createGate()];
  const held = async () => {
    begun.open();
    await ended.opened;
    throw new Error("It is over.");
  };
  Object.defineProperty(service, operation, { value: held });
  const first = ask(key); //          1. it is being worked on
  await begun.opened;
  const second = await ask(key); //   2. it comes again
  ended.open();
  await first;
  return second;
}
