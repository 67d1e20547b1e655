import { postLogin } from "../access.ts";
import { hangAfterFirst, signedPlugin } from "../answers/signed-adapter.ts";
import { unknown } from "../answers/answer-case.ts";
import { fixed } from "../answers/bot-cases.ts";
import { type LiveScene, newsSchedule } from "../live-scene.ts";
import { type Refusal, anyState, holdForever, sameKey } from "./refusal.ts";

const tokensRoute = "POST /api/v1/tokens";
const codesRoute = "POST /api/v1/auth/codes";
const chatRoute = "POST /api/v1/webchat/messages";
const restartRoute = "POST /api/v1/adapters/{name}/restart";
const planRoute = "POST /api/v1/schedules";
const changeRoute = "PATCH /api/v1/schedules/{id}";
const dropRoute = "DELETE /api/v1/schedules/{id}";
const runRoute = "POST /api/v1/schedules/{id}/run";
const pluginRoute = "PATCH /api/v1/plugins/{id}";
const settingsRoute = "PATCH /api/v1/config";

const actor = { kind: "operator", id: "tests", surface: "code" } as const;
const otherVersion = { "If-Match": '"9"' } as const;
const otherSettings = { "If-Match": '"other"' } as const;

type Headers = Readonly<Record<string, string>>;

function token({ open }: LiveScene, label: string) {
  return open.ask("POST", "/tokens", { label, role: "viewer" }, sameKey);
}

function code({ open }: LiveScene, label: string) {
  return open.ask("POST", "/auth/codes", { label }, sameKey);
}

function chat({ open }: LiveScene, text: string, headers: Headers = {}) {
  return open.ask("POST", "/webchat/messages", { conversation: "busy", text }, headers);
}

function plan({ open }: LiveScene, sessionId: string, headers: Headers = {}, name = "News") {
  return open.ask("POST", "/schedules", { ...newsSchedule, name, sessionId }, headers);
}

function pause({ open }: LiveScene, id: string, headers: Headers) {
  return open.ask("PATCH", `/schedules/${id}`, { isPaused: true }, headers);
}

function runNow({ open }: LiveScene, id: string, headers: Headers = {}) {
  return open.ask("POST", `/schedules/${id}/run`, undefined, headers);
}

function turnOff({ open }: LiveScene, id: string, headers: Headers) {
  return open.ask("PATCH", `/plugins/${id}`, { enabled: false }, headers);
}

function requiredPlugin({ open: { bot } }: LiveScene): string {
  return bot.plugins.find(({ isRequired }) => isRequired)?.name ?? "";
}

function set({ open }: LiveScene, patch: object, headers: Headers = anyState) {
  return open.ask("PATCH", "/config", patch, headers);
}

const accessRefusals: readonly Refusal[] = [
  {
    route: "POST /api/v1/auth/login",
    status: 401,
    because: "the code was never given out",
    ask: ({ open }) => postLogin(open, { code: "AAAA-AAAA" }),
  },
  {
    route: "DELETE /api/v1/auth/sessions/{id}",
    status: 404,
    because: "there is no such login",
    ask: ({ open }) => open.ask("DELETE", `/auth/sessions/${unknown.login}`),
  },
  {
    route: "DELETE /api/v1/tokens/{id}",
    status: 404,
    because: "there is no such token",
    ask: ({ open }) => open.ask("DELETE", `/tokens/${unknown.token}`),
  },
  {
    route: tokensRoute,
    status: 409,
    because: "its key made a token",
    given: (scene) => token(scene, "Ana"),
    ask: (scene) => token(scene, "Ana"),
  },
  {
    route: tokensRoute,
    status: 422,
    because: "its key made another token",
    given: (scene) => token(scene, "Ana"),
    ask: (scene) => token(scene, "Bo"),
  },
  {
    route: codesRoute,
    status: 409,
    because: "its key made a code",
    given: (scene) => code(scene, "Ana"),
    ask: (scene) => code(scene, "Ana"),
  },
  {
    route: codesRoute,
    status: 422,
    because: "its key made another code",
    given: (scene) => code(scene, "Ana"),
    ask: (scene) => code(scene, "Bo"),
  },
];

const conversationRefusals: readonly Refusal[] = [
  {
    route: "DELETE /api/v1/operations/{id}",
    status: 404,
    because: "there is no such operation",
    ask: ({ open }) => open.ask("DELETE", `/operations/${unknown.operation}`),
  },
  {
    route: "POST /api/v1/runs/{id}/stop",
    status: 404,
    because: "there is no such run",
    ask: ({ open }) => open.ask("POST", `/runs/${unknown.run}/stop`),
  },
  {
    route: chatRoute,
    status: 404,
    because: "there is no web chat any more",
    given: ({ open }) => open.ask("PATCH", "/plugins/webchat", { enabled: false }, anyState),
    ask: (scene) => chat(scene, "four"),
  },
  {
    route: chatRoute,
    status: 409,
    because: "an answer is being written",
    given: (scene) => set(scene, { overlap: "reject" }),
    ask: (scene) => chat(scene, "four"),
  },
  {
    route: chatRoute,
    status: 422,
    because: "its key was used for another text",
    given: (scene) => chat(scene, "four", sameKey),
    ask: (scene) => chat(scene, "five", sameKey),
  },
  {
    route: chatRoute,
    status: 429,
    because: "as many messages wait as may",
    given: (scene) => set(scene, { capacity: 2 }),
    ask: (scene) => chat(scene, "four"),
  },
  {
    route: "POST /api/v1/sessions/{id}/messages",
    status: 409,
    because: "an answer is being written",
    given: (scene) => set(scene, { overlap: "reject" }),
    ask: ({ open, busy }) => open.ask("POST", `/sessions/${busy}/messages`, { mode: "agent", text: "four" }),
  },
  {
    route: "POST /api/v1/sessions/{id}/messages",
    status: 429,
    because: "as many messages wait as may",
    given: (scene) => set(scene, { capacity: 2 }),
    ask: ({ open, busy }) => open.ask("POST", `/sessions/${busy}/messages`, { mode: "agent", text: "four" }),
  },
  {
    route: restartRoute,
    status: 404,
    because: "there is no such adapter",
    ask: ({ open }) => open.ask("POST", "/adapters/nobody/restart"),
  },
  {
    route: restartRoute,
    status: 409,
    because: "it is being restarted",
    options: { plugins: [signedPlugin({ start: hangAfterFirst() })] },
    given: ({ open }) => open.ask("POST", "/adapters/signed/restart"),
    ask: ({ open }) => open.ask("POST", "/adapters/signed/restart"),
  },
];

const scheduleRefusals: readonly Refusal[] = [
  { route: planRoute, status: 404, because: "the session never was", ask: (scene) => plan(scene, unknown.session) },
  { route: planRoute, status: 410, because: "the session was deleted", ask: (scene) => plan(scene, scene.deleted) },
  {
    route: planRoute,
    status: 409,
    because: "there are as many as there may be",
    given: async ({ open: { bot } }) => {
      const [session] = await bot.sessions.list({ limit: 1 }, actor);
      if (session === undefined) throw new Error("There is no session.");
      const { id: sessionId } = session;
      for (let made = 1; made < 1_000; made += 1) await bot.schedules.create({ ...newsSchedule, sessionId }, actor);
    },
    ask: (scene) => plan(scene, scene.idle),
  },
  {
    route: planRoute,
    status: 422,
    because: "its key made another schedule",
    given: (scene) => plan(scene, scene.idle, sameKey),
    ask: (scene) => plan(scene, scene.busy, sameKey),
  },
  {
    route: changeRoute,
    status: 404,
    because: "there is no such schedule",
    ask: (scene) => pause(scene, unknown.schedule, anyState),
  },
  {
    route: changeRoute,
    status: 412,
    because: "it has changed",
    ask: (scene) => pause(scene, scene.schedule, otherVersion),
  },
  {
    route: changeRoute,
    status: 428,
    because: "nobody said which state",
    ask: (scene) => pause(scene, scene.schedule, {}),
  },
  {
    route: changeRoute,
    status: 400,
    because: "its expression is none",
    ask: ({ open, schedule }) =>
      open.ask("PATCH", `/schedules/${schedule}`, { name: "Olds", cron: "0 99 * * *" }, anyState),
  },
  {
    route: dropRoute,
    status: 404,
    because: "there is no such schedule",
    ask: ({ open }) => open.ask("DELETE", `/schedules/${unknown.schedule}`),
  },
  {
    route: dropRoute,
    status: 412,
    because: "it has changed",
    ask: ({ open, schedule }) => open.ask("DELETE", `/schedules/${schedule}`, undefined, otherVersion),
  },
  {
    route: runRoute,
    status: 404,
    because: "there is no such schedule",
    ask: (scene) => runNow(scene, unknown.schedule),
  },
  {
    route: runRoute,
    status: 409,
    because: "its key is being worked on",
    given: (scene) => holdForever(scene.open.bot.schedules, "run", () => runNow(scene, scene.schedule, sameKey)),
    ask: (scene) => runNow(scene, scene.schedule, sameKey),
  },
  {
    route: runRoute,
    status: 422,
    because: "its key ran another one",
    given: (scene) => runNow(scene, scene.schedule, sameKey),
    ask: (scene) => runNow(scene, unknown.schedule, sameKey),
  },
];

const settingsRefusals: readonly Refusal[] = [
  {
    route: pluginRoute,
    status: 404,
    because: "there is no such plugin",
    ask: (scene) => turnOff(scene, "nobody", anyState),
  },
  {
    route: pluginRoute,
    status: 412,
    because: "the settings have changed",
    ask: (scene) => turnOff(scene, "webchat", otherSettings),
  },
  {
    route: pluginRoute,
    status: 409,
    because: "the bot cannot be without it",
    ask: async (scene) => turnOff(scene, requiredPlugin(scene), anyState),
  },
  {
    route: pluginRoute,
    status: 428,
    because: "nobody said which state",
    ask: (scene) => turnOff(scene, "webchat", {}),
  },
  {
    route: settingsRoute,
    status: 400,
    because: "one of two values is none",
    ask: (scene) => set(scene, { capacity: 9, attempts: 0 }),
  },
  {
    route: settingsRoute,
    status: 412,
    because: "the settings have changed",
    ask: (scene) => set(scene, { capacity: 9 }, otherSettings),
  },
  {
    route: settingsRoute,
    status: 422,
    because: "a setting is fixed",
    options: { gateway: { configuration: fixed } },
    ask: (scene) => set(scene, { port: 1 }),
  },
  {
    route: settingsRoute,
    status: 428,
    because: "nobody said which state",
    ask: (scene) => set(scene, { capacity: 9 }, {}),
  },
];

/** Requests about everything but sessions that come too late, or for a state that has passed. */
export const botRefusals: readonly Refusal[] = [
  ...accessRefusals,
  ...conversationRefusals,
  ...scheduleRefusals,
  ...settingsRefusals,
];
