import { z } from "zod";
import { type Configuration, ConfigurationRefusedError } from "../../src/configuration/configuration.ts";
import { openAnswerCheck } from "../answer-check.ts";
import type { OpenGateway } from "../open-gateway.ts";
import { type AnswerCases, askDuring, given, plain, repeat, sessionCases, unknown } from "./answer-case.ts";
import { hangAfterFirst, withAdapter } from "./signed-adapter.ts";

const idForm = z.looseObject({ id: z.string() });
const old = { "If-Match": '"9"' };
const news = { name: "News", cron: "0 9 * * *", timeZone: "Europe/Berlin", text: "What is new?" };

function schedule(open: OpenGateway, sessionId: string, headers: Readonly<Record<string, string>> = {}, name = "News") {
  return open.ask("POST", "/schedules", { ...news, name, sessionId }, headers);
}

const pluginsForm = z.object({ items: z.array(z.object({ id: z.string(), isRequired: z.boolean() })) });

/** A program whose settings are all read once, at its start. */
export const fixed: Configuration = {
  read: () => ({ values: {}, sources: {}, version: "1" }),
  schema: () => ({}),
  change: () =>
    Promise.reject(new ConfigurationRefusedError("fixed", [{ setting: "port", detail: "needs a restart." }])),
};

/** The header of a change to the settings as they are. */
async function settingsTag(open: OpenGateway): Promise<Readonly<Record<string, string>>> {
  return { "If-Match": (await open.ask("GET", "/config")).headers.etag ?? "" };
}

function changePlugin(open: OpenGateway, id: string, headers: Readonly<Record<string, string>>) {
  return open.ask("PATCH", `/plugins/${id}`, { enabled: false }, headers);
}

/** The path of a schedule that was made just now. */
async function madeSchedule(open: OpenGateway): Promise<string> {
  const answer = await schedule(open, await open.converse("hello", "hi"));
  return `/schedules/${idForm.parse(answer.json()).id}`;
}

function chat(open: OpenGateway, text: string, headers: Readonly<Record<string, string>> = {}) {
  return open.ask("POST", "/webchat/messages", { conversation: "lobby", text }, headers);
}

/** What a stream of events answers before its first event, which is all that ends. */
async function headOfEvents(open: OpenGateway) {
  const { status, headers } = await open.events();
  const answer = { status, headers, text: "", json: () => undefined };
  (await openAnswerCheck()).check({ path: "/api/v1/events" }, answer);
  return answer;
}

/** The answers of the routes about runs, the web chat, adapters, schedules and figures. */
export const botCases: AnswerCases = {
  "GET /api/v1/status": { 200: plain((open) => open.ask("GET", "/status")) },
  "GET /api/v1/runs": { 200: plain((open) => open.ask("GET", "/runs")) },
  "GET /api/v1/runs/{id}": {
    200: plain(async (open) => open.ask("GET", `/runs/${(await open.startRun("one")).runId}`)),
    404: plain((open) => open.ask("GET", `/runs/${unknown.run}`)),
  },
  "POST /api/v1/runs/{id}/stop": {
    200: plain(async (open) => open.ask("POST", `/runs/${(await open.startRun("one")).runId}/stop`)),
    404: plain((open) => open.ask("POST", `/runs/${unknown.run}/stop`)),
  },
  "POST /api/v1/webchat/messages": {
    200: plain((open) => repeat((key) => chat(open, "one", key))),
    202: plain((open) => chat(open, "one")),
    404: given({ gateway: { webChat: undefined } }, (open) => chat(open, "one")),
    409: given({ bot: { overlap: "reject" } }, async (open) => {
      await open.startRun("one");
      return chat(open, "two");
    }),
    422: plain((open) => repeat((key, round) => chat(open, `round ${round}`, key))),
  },
  "GET /api/v1/adapters": { 200: plain((open) => open.ask("GET", "/adapters")) },
  "GET /api/v1/adapters/{name}": {
    200: withAdapter((open) => open.ask("GET", "/adapters/signed")),
    404: plain((open) => open.ask("GET", "/adapters/nobody")),
  },
  "POST /api/v1/adapters/{name}/restart": {
    202: withAdapter((open) => open.ask("POST", "/adapters/signed/restart")),
    404: plain((open) => open.ask("POST", "/adapters/nobody/restart")),
    409: withAdapter(
      async (open) => {
        await open.ask("POST", "/adapters/signed/restart");
        return open.ask("POST", "/adapters/signed/restart");
      },
      { start: hangAfterFirst() },
    ),
  },
  "GET /api/v1/schedules": sessionCases(200, (open, id) => open.ask("GET", `/schedules?sessionId=${id}`)),
  "POST /api/v1/schedules": {
    ...sessionCases(201, (open, id) => schedule(open, id)),
    409: plain(async (open) => {
      const sessionId = await open.converse("hello", "hi");
      return askDuring(open.bot.schedules, "create", (key) => schedule(open, sessionId, key));
    }),
    422: plain(async (open) => {
      const sessionId = await open.converse("hello", "hi");
      return repeat((key, round) => schedule(open, sessionId, key, `News ${round}`));
    }),
  },
  "GET /api/v1/schedules/{id}": {
    200: plain(async (open) => open.ask("GET", await madeSchedule(open))),
    404: plain((open) => open.ask("GET", `/schedules/${unknown.schedule}`)),
  },
  "PATCH /api/v1/schedules/{id}": {
    200: plain(async (open) => open.ask("PATCH", await madeSchedule(open), { isPaused: true }, { "If-Match": "*" })),
    404: plain((open) => open.ask("PATCH", `/schedules/${unknown.schedule}`, { isPaused: true }, { "If-Match": "*" })),
    412: plain(async (open) => open.ask("PATCH", await madeSchedule(open), { isPaused: true }, old)),
    428: plain(async (open) => open.ask("PATCH", await madeSchedule(open), { isPaused: true })),
  },
  "DELETE /api/v1/schedules/{id}": {
    204: plain(async (open) => open.ask("DELETE", await madeSchedule(open))),
    404: plain((open) => open.ask("DELETE", `/schedules/${unknown.schedule}`)),
    412: plain(async (open) => open.ask("DELETE", await madeSchedule(open), undefined, old)),
  },
  "POST /api/v1/schedules/{id}/run": {
    202: plain(async (open) => open.ask("POST", `${await madeSchedule(open)}/run`)),
    404: plain((open) => open.ask("POST", `/schedules/${unknown.schedule}/run`)),
    // Its message waits like any other where the conversation is busy.
    409: plain(async (open) => {
      const path = await madeSchedule(open);
      return askDuring(open.bot.schedules, "run", (key) => open.ask("POST", `${path}/run`, undefined, key));
    }),
    422: plain(async (open) => {
      const paths = [await madeSchedule(open), await madeSchedule(open)];
      return repeat((key, round) => open.ask("POST", `${paths[round - 1]}/run`, undefined, key));
    }),
  },
  "GET /api/v1/plugins": { 200: plain((open) => open.ask("GET", "/plugins")) },
  "PATCH /api/v1/plugins/{id}": {
    200: plain(async (open) => changePlugin(open, "webchat", await settingsTag(open))),
    404: plain(async (open) => changePlugin(open, "nobody", await settingsTag(open))),
    409: plain(async (open) => {
      const { items } = pluginsForm.parse((await open.ask("GET", "/plugins")).json());
      const required = items.find(({ isRequired }) => isRequired);
      return changePlugin(open, required?.id ?? "", await settingsTag(open));
    }),
    412: plain((open) => changePlugin(open, "webchat", { "If-Match": '"old"' })),
    428: plain((open) => changePlugin(open, "webchat", {})),
  },
  "GET /api/v1/config": { 200: plain((open) => open.ask("GET", "/config")) },
  "GET /api/v1/config/schema": { 200: plain((open) => open.ask("GET", "/config/schema")) },
  "PATCH /api/v1/config": {
    200: plain(async (open) => open.ask("PATCH", "/config", { capacity: 9 }, await settingsTag(open))),
    412: plain((open) => open.ask("PATCH", "/config", { capacity: 9 }, { "If-Match": '"old"' })),
    422: given({ gateway: { configuration: fixed } }, (open) =>
      open.ask("PATCH", "/config", { port: 1 }, { "If-Match": "*" }),
    ),
    428: plain((open) => open.ask("PATCH", "/config", { capacity: 9 })),
  },
  "GET /api/v1/usage": { 200: plain((open) => open.ask("GET", "/usage")) },
  "GET /api/v1/logs": {
    200: given({ gateway: { logs: { read: () => [] } } }, (open) => open.ask("GET", "/logs")),
    404: plain((open) => open.ask("GET", "/logs")),
  },
  "GET /api/v1/audit": { 200: plain((open) => open.ask("GET", "/audit")) },
  "GET /api/v1/events": {
    200: plain(headOfEvents),
    404: plain((open) => open.ask("GET", `/events?sessionId=${unknown.session}`)),
    410: plain(async (open) => {
      const id = await open.converse("hello", "hi");
      await open.ask("DELETE", `/sessions/${id}`);
      return open.ask("GET", `/events?sessionId=${id}`);
    }),
  },
};
