import { StoreError } from "@keyturn/core";
import { openAnswerCheck } from "../answer-check.ts";
import { firstChatAsset } from "../dashboard.ts";
import type { TestAnswer } from "../exchange.ts";
import type { OpenGateway } from "../open-gateway.ts";
import { type Visitor, askToBegin, makeVisitor } from "../visitors.ts";
import { type AnswerCase, type AnswerCases, given, plain, repeat, unknown } from "./answer-case.ts";

const off = { gateway: { visitors: undefined } } as const;

function storeThat(error: Error) {
  return {
    gateway: { visitors: { store: { read: () => Promise.reject(error), write: () => Promise.reject(error) } } },
  };
}

const fullDisk = storeThat(new StoreError("STORE_UNAVAILABLE", "Could not write /srv/keyturn/visitors.json"));
const unforeseen = storeThat(new TypeError("nobody foresaw this"));

/** A case of a visitor who has begun. */
function visiting(ask: (visitor: Visitor) => Promise<TestAnswer>): AnswerCase {
  return plain(async (open) => ask(await makeVisitor(open)));
}

function fileCases(pathOf: (open: OpenGateway) => Promise<string>, elsewhere: AnswerCase) {
  return {
    200: plain(async (open) => open.exchange({ path: await pathOf(open) })),
    304: plain(async (open) => open.exchange({ path: await pathOf(open), headers: { "If-None-Match": "*" } })),
    404: elsewhere,
  };
}

/** What a stream of events answers before its first event, which is all that ends. */
async function headOfEvents(visitor: Visitor): Promise<TestAnswer> {
  const { status, headers } = await visitor.events();
  const answer = { status, headers, text: "", json: () => undefined };
  (await openAnswerCheck()).check({ path: "/api/v1/visitor/events" }, answer);
  return answer;
}

/** The answers of the routes about visitors, and of their own. */
export const visitorCases: AnswerCases = {
  "GET /chat": fileCases(
    async () => "/chat",
    given(off, (open) => open.exchange({ path: "/chat" })),
  ),
  "GET /chat/{name}": fileCases(
    firstChatAsset,
    plain((open) => open.exchange({ path: "/chat/none.js" })),
  ),
  "GET /chat.js": fileCases(
    async () => "/chat.js",
    given(off, (open) => open.exchange({ path: "/chat.js" })),
  ),
  "POST /api/v1/webchat/visitors": {
    201: plain((open) => askToBegin(open)),
    403: plain((open) =>
      open.exchange({
        method: "POST",
        path: "/api/v1/webchat/visitors",
        headers: { Origin: "https://evil.example", "Content-Type": "application/json" },
        body: "{}",
      }),
    ),
    404: given(off, (open) => askToBegin(open)),
    429: plain(async (open) => {
      for (let count = 0; count < 10; count += 1) await askToBegin(open);
      return askToBegin(open);
    }),
    500: given(unforeseen, (open) => askToBegin(open)),
    503: given(fullDisk, (open) => askToBegin(open)),
  },
  "DELETE /api/v1/webchat/visitors/{id}": {
    204: plain(async (open) => open.ask("DELETE", `/webchat/visitors/${(await makeVisitor(open)).id}`)),
    404: plain((open) => open.ask("DELETE", `/webchat/visitors/${unknown.visitor}`)),
  },
  "GET /api/v1/visitor/messages": { 200: visiting((visitor) => visitor.ask("GET", "/visitor/messages")) },
  "POST /api/v1/visitor/messages": {
    202: visiting((visitor) => visitor.say("hello")),
    200: visiting((visitor) => visitor.say("/help")),
    404: given({ bot: { plugins: [] } }, async (open) => (await makeVisitor(open)).say("hello")),
    409: given({ bot: { overlap: "reject" } }, async (open) => {
      const visitor = await makeVisitor(open);
      await visitor.startRun("one");
      return visitor.say("two");
    }),
    422: visiting((visitor) => repeat((key, round) => visitor.say(`round ${round}`, key))),
  },
  "POST /api/v1/visitor/stop": { 200: visiting((visitor) => visitor.ask("POST", "/visitor/stop")) },
  "POST /api/v1/visitor/reset": { 200: visiting((visitor) => visitor.ask("POST", "/visitor/reset")) },
  "DELETE /api/v1/visitor": { 204: visiting((visitor) => visitor.ask("DELETE", "/visitor")) },
  "GET /api/v1/visitor/events": {
    200: visiting(headOfEvents),
  },
};
