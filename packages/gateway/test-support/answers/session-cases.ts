import type { ImportedSession } from "@keyturn/core";
import { z } from "zod";
import { attach } from "../attach.ts";
import type { OpenGateway } from "../open-gateway.ts";
import { strand } from "../strand.ts";
import { type AnswerCases, askDuring, given, plain, repeat, sessionCases, unknown } from "./answer-case.ts";

const old = { "If-Match": '"9.9"' };
const any = { "If-Match": "*" };
const queueForm = z.object({ items: z.array(z.object({ id: z.string() })) });
const actor = { kind: "operator", id: "tests", surface: "code" } as const;

/** Longer than is read of an export at once. */
const longSession: ImportedSession = {
  key: { adapter: "webchat", account: "web", place: "long" },
  owner: { id: "ada" },
  settings: {},
  usage: { inputTokens: 0, outputTokens: 0, runs: 0 },
  createdAt: 0,
  entries: Array.from({ length: 1_001 }, (_, at) => ({ role: "notice", at, text: "." })),
};

/** The ids of the messages that run or wait. */
async function queueOf(open: OpenGateway, sessionId: string): Promise<readonly string[]> {
  return queueForm.parse((await open.ask("GET", `/sessions/${sessionId}/queue`)).json()).items.map(({ id }) => id);
}

async function exported(open: OpenGateway): Promise<object> {
  const id = await open.converse("hello", "hi");
  return z.looseObject({}).parse((await open.ask("GET", `/sessions/${id}/export`)).json());
}

/** Asks again with the ETag of the answer before. */
async function askAgain(open: OpenGateway, path: string) {
  const { etag = "" } = (await open.ask("GET", path)).headers;
  return open.ask("GET", path, undefined, { "If-None-Match": etag });
}

function post(open: OpenGateway, id: string, text = "hello", headers: Readonly<Record<string, string>> = {}) {
  return open.ask("POST", `/sessions/${id}/messages`, { mode: "agent", text }, headers);
}

function patch(open: OpenGateway, id: string, change: object, headers: Readonly<Record<string, string>> = any) {
  return open.ask("PATCH", `/sessions/${id}`, change, headers);
}

/** Asks to delete so many sessions, none of which is there. */
function bulk(open: OpenGateway, count: number, headers: Readonly<Record<string, string>> = {}) {
  const ids = Array.from({ length: count }, (_, index) => `s_${String(index).padStart(22, "0")}`);
  return open.ask("POST", "/sessions/bulk", { action: "delete", ids }, headers);
}

const idSchema = z.looseObject({ id: z.string() });

async function startedOperation(open: OpenGateway): Promise<string> {
  return idSchema.parse((await bulk(open, 101)).json()).id;
}

function undo(open: OpenGateway, operation: string) {
  return open.ask("POST", "/sessions/bulk", { action: "restore", operation });
}

/** What a decision about a piece can come to. */
function decisionCases(verb: "resend" | "dismiss"): AnswerCases[string] {
  const decide = (open: OpenGateway, path: string, headers: Readonly<Record<string, string>>, reason = "tidy") =>
    open.ask("POST", `${path}/${verb}`, { reason }, headers);
  return {
    ...sessionCases(404, (open, id) => decide(open, `/sessions/${id}/deliveries/${unknown.delivery}`, any)),
    200: plain(async (open) => decide(open, (await strand(open)).path, any)),
    409: plain(async (open) => {
      const { path } = await strand(open);
      return askDuring(open.bot.sessions, verb, (key) => decide(open, path, { ...any, ...key }));
    }),
    412: plain(async (open) => decide(open, (await strand(open)).path, old)),
    422: plain(async (open) => {
      const { path } = await strand(open);
      return repeat((key, round) => decide(open, path, { ...any, ...key }, `reason ${round}`));
    }),
    428: plain(async (open) => decide(open, (await strand(open)).path, {})),
  };
}

/** The answers of the routes about sessions, one by one and together. */
export const sessionAnswers: AnswerCases = {
  "GET /api/v1/sessions": {
    200: plain((open) => open.ask("GET", "/sessions")),
    304: plain((open) => askAgain(open, "/sessions")),
  },
  "POST /api/v1/sessions/bulk": {
    200: plain((open) => bulk(open, 1)),
    202: plain((open) => bulk(open, 101)),
    404: plain((open) => undo(open, unknown.operation)),
    410: plain(async (open) => {
      const ids = [await open.converse("hello", "hi")];
      const purged = await open.ask("POST", "/sessions/bulk", { action: "delete", ids, purge: true });
      return undo(open, idSchema.parse(purged.json()).id);
    }),
    409: plain((open) =>
      open.ask("POST", "/sessions/bulk", { action: "delete", filter: { state: "idle" }, expectedCount: 7 }),
    ),
    422: plain((open) => repeat((key, round) => bulk(open, round, key))),
  },
  "GET /api/v1/deliveries": { 200: plain((open) => open.ask("GET", "/deliveries")) },
  "POST /api/v1/sessions/{id}/deliveries/{deliveryId}/resend": decisionCases("resend"),
  "POST /api/v1/sessions/{id}/deliveries/{deliveryId}/dismiss": decisionCases("dismiss"),
  "GET /api/v1/operations": { 200: plain((open) => open.ask("GET", "/operations")) },
  "GET /api/v1/operations/{id}": {
    200: plain(async (open) => open.ask("GET", `/operations/${await startedOperation(open)}`)),
    404: plain((open) => open.ask("GET", `/operations/${unknown.operation}`)),
  },
  "DELETE /api/v1/operations/{id}": {
    202: plain(async (open) => open.ask("DELETE", `/operations/${await startedOperation(open)}`)),
    404: plain((open) => open.ask("DELETE", `/operations/${unknown.operation}`)),
  },
  "POST /api/v1/sessions/import": {
    201: plain(async (open) => {
      const document = await exported(open);
      await open.ask("POST", "/sessions/import?key=webchat/local/elsewhere", document);
      return open.ask("POST", "/sessions/import?key=webchat/local/another", document);
    }),
    409: plain(async (open) => open.ask("POST", "/sessions/import", await exported(open))),
    422: plain((open) => open.ask("POST", "/sessions/import", { session: {} })),
  },
  "GET /api/v1/sessions/{id}": {
    ...sessionCases(200, (open, id) => open.ask("GET", `/sessions/${id}`)),
    304: plain(async (open) => askAgain(open, `/sessions/${await open.converse("hello", "hi")}`)),
  },
  "PATCH /api/v1/sessions/{id}": {
    ...sessionCases(200, (open, id) => patch(open, id, { title: "Trip" })),
    412: plain(async (open) => patch(open, await open.converse("hello", "hi"), { title: "Trip" }, old)),
    422: plain(async (open) => patch(open, await open.converse("hello", "hi"), { model: "nobody/nothing" })),
    428: plain(async (open) => patch(open, await open.converse("hello", "hi"), { title: "Trip" }, {})),
  },
  "DELETE /api/v1/sessions/{id}": {
    200: plain(async (open) => open.ask("DELETE", `/sessions/${await open.converse("hello", "hi")}`)),
    404: plain((open) => open.ask("DELETE", `/sessions/${unknown.session}`)),
    412: plain(async (open) => open.ask("DELETE", `/sessions/${await open.converse("hello", "hi")}`, {}, old)),
  },
  "GET /api/v1/sessions/{id}/messages": sessionCases(200, (open, id) => open.ask("GET", `/sessions/${id}/messages`)),
  "POST /api/v1/sessions/{id}/messages": {
    ...sessionCases(202, (open, id) => post(open, id)),
    409: given({ bot: { overlap: "reject" } }, async (open) => post(open, (await open.startRun("one")).sessionId)),
    412: plain(async (open) => post(open, await open.converse("hello", "hi"), "again", old)),
    422: plain(async (open) => {
      const id = await open.converse("hello", "hi");
      return repeat((key, round) => post(open, id, `round ${round}`, key));
    }),
  },
  "GET /api/v1/sessions/{id}/queue": sessionCases(200, (open, id) => open.ask("GET", `/sessions/${id}/queue`)),
  "DELETE /api/v1/sessions/{id}/queue/{messageId}": {
    ...sessionCases(404, (open, id) => open.ask("DELETE", `/sessions/${id}/queue/${unknown.message}`)),
    204: plain(async (open) => {
      const { sessionId } = await open.startRun("one");
      await open.say("two");
      return open.ask("DELETE", `/sessions/${sessionId}/queue/${(await queueOf(open, sessionId))[1]}`);
    }),
    409: plain(async (open) => {
      const { sessionId } = await open.startRun("one");
      return open.ask("DELETE", `/sessions/${sessionId}/queue/${(await queueOf(open, sessionId))[0]}`);
    }),
  },
  "GET /api/v1/sessions/{id}/attachments/{messageId}/{index}": {
    ...sessionCases(404, (open, id) => open.ask("GET", `/sessions/${id}/attachments/${unknown.message}/0`)),
    200: plain(async (open) => {
      const { sessionId, messageId } = await attach(open);
      return open.ask("GET", `/sessions/${sessionId}/attachments/${messageId}/0`);
    }),
  },
  "GET /api/v1/sessions/{id}/export": {
    ...sessionCases(200, (open, id) => open.ask("GET", `/sessions/${id}/export`)),
    412: plain(async (open) => {
      const { id } = await open.bot.sessions.import(longSession, actor);
      const { sessions } = open.bot;
      const openExport = sessions.openExport.bind(sessions);
      Object.defineProperty(sessions, "openExport", {
        value: async (...query: Parameters<typeof openExport>) => {
          const reading = await openExport(...query); //                1. the export has begun
          await sessions.reset(query[0], { actor, reason: "" }); //     2. the session is reset
          return reading; //                                            3. its entries are read
        },
      });
      return open.ask("GET", `/sessions/${id}/export`);
    }),
  },
  "POST /api/v1/sessions/{id}/reset": {
    ...sessionCases(200, (open, id) => open.ask("POST", `/sessions/${id}/reset`)),
    412: plain(async (open) => open.ask("POST", `/sessions/${await open.converse("hello", "hi")}/reset`, {}, old)),
  },
  "POST /api/v1/sessions/{id}/restore": {
    200: plain(async (open) => {
      const id = await open.converse("hello", "hi");
      await open.ask("DELETE", `/sessions/${id}`);
      return open.ask("POST", `/sessions/${id}/restore`);
    }),
    404: plain((open) => open.ask("POST", `/sessions/${unknown.session}/restore`)),
    409: plain(async (open) => {
      const id = await open.converse("hello", "hi");
      await open.ask("DELETE", `/sessions/${id}`);
      await open.say("something new");
      return open.ask("POST", `/sessions/${id}/restore`);
    }),
    410: plain(async (open) => open.ask("POST", `/sessions/${await open.converse("hello", "hi")}/restore`)),
    422: plain(async (open) => {
      const id = await open.converse("hello", "hi");
      await open.ask("DELETE", `/sessions/${id}`);
      return repeat((key, round) => open.ask("POST", `/sessions/${id}/restore`, { reason: `reason ${round}` }, key));
    }),
  },
  "POST /api/v1/sessions/{id}/regenerate": {
    ...sessionCases(200, (open, id) => open.ask("POST", `/sessions/${id}/regenerate`)),
    409: plain(async (open) => {
      const id = await open.converse("hello", "hi");
      return askDuring(open.bot.sessions, "regenerate", (key) =>
        open.ask("POST", `/sessions/${id}/regenerate`, {}, key),
      );
    }),
    422: plain(async (open) => {
      const id = await open.converse("hello", "hi");
      return repeat((key, round) => open.ask("POST", `/sessions/${id}/regenerate`, { reason: `reason ${round}` }, key));
    }),
  },
  "POST /api/v1/sessions/{id}/stop": sessionCases(200, (open, id) => open.ask("POST", `/sessions/${id}/stop`)),
};
