import { z } from "zod";
import type { GatewayRoute } from "../src/routes/route.ts";
import { attach } from "./attach.ts";
import { makeCode } from "./access.ts";
import { firstAsset, firstChatAsset } from "./dashboard.ts";
import type { TestAnswer } from "./exchange.ts";
import { type LiveScene, newsSchedule } from "./live-scene.ts";
import { bearer } from "./open-gateway.ts";
import { strand } from "./strand.ts";
import { makeVisitor } from "./visitors.ts";

/** What a route is asked, but for its method and the credentials. */
export interface GoodRequest {
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const any = { "If-Match": "*" } as const;
const firstForm = z.object({ items: z.array(z.looseObject({ id: z.string() })).min(1) });
const operationForm = z.looseObject({ id: z.string(), state: z.string() });

/** The id of the first of a list. */
async function firstOf({ open }: LiveScene, list: string): Promise<string> {
  return firstForm.parse((await open.ask("GET", list)).json()).items[0]?.id ?? "";
}

/** An operation on sessions that are not there, when it is over. */
async function endedOperation({ open }: LiveScene): Promise<string> {
  const ids = Array.from({ length: 101 }, (_, index) => `s_${String(index).padStart(22, "0")}`);
  const begun = await open.ask("POST", "/sessions/bulk", { action: "delete", ids });
  let operation = operationForm.parse(begun.json());
  while (operation.state === "running") {
    operation = operationForm.parse((await open.ask("GET", `/operations/${operation.id}`)).json());
  }
  return operation.id;
}

/** An export of a session, for a conversation that has none. */
async function importRequest({ open, idle }: LiveScene): Promise<GoodRequest> {
  const body: unknown = (await open.ask("GET", `/sessions/${idle}/export`)).json();
  return { path: "/api/v1/sessions/import?key=webchat/local/elsewhere", body };
}

/** A request of a visitor to whom an answer is being written. */
async function visitorRequest({ open }: LiveScene, path: string, body?: unknown): Promise<GoodRequest> {
  const visitor = await makeVisitor(open);
  const { run } = await visitor.startRun("hello");
  run.write("So far ");
  return api(path, body, visitor.headers);
}

type MakeRequest = (scene: LiveScene) => GoodRequest | Promise<GoodRequest>;

function api(path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): GoodRequest {
  return { path: `/api/v1${path}`, body, headers };
}

/** Of every route, by `METHOD /path`, a request that it carries out in a live scene. */
export const goodRequests: Readonly<Record<string, MakeRequest>> = {
  "GET /": () => ({ path: "/" }),
  "GET /assets/{name}": async ({ open }) => ({ path: await firstAsset(open) }),
  "GET /chat": () => ({ path: "/chat" }),
  "GET /chat/{name}": async ({ open }) => ({ path: await firstChatAsset(open) }),
  "GET /chat.js": () => ({ path: "/chat.js" }),
  "GET /healthz": () => ({ path: "/healthz" }),
  "GET /readyz": () => ({ path: "/readyz" }),
  "GET /metrics": () => ({ path: "/metrics" }),
  "POST /hooks/{adapter}/{path}": () => ({ path: "/hooks/signed/events" }),
  "GET /hooks/{adapter}/{path}": () => ({ path: "/hooks/signed/events" }),
  "GET /openapi.json": () => ({ path: "/openapi.json" }),
  "POST /api/v1/auth/login": async ({ open }) => api("/auth/login", { code: await makeCode(open) }),
  "POST /api/v1/auth/logout": () => api("/auth/logout"),
  "GET /api/v1/auth/me": () => api("/auth/me"),
  "POST /api/v1/auth/codes": () => api("/auth/codes", { label: "Ana" }),
  "GET /api/v1/auth/sessions": () => api("/auth/sessions"),
  "DELETE /api/v1/auth/sessions/{id}": async (scene) => api(`/auth/sessions/${await firstOf(scene, "/auth/sessions")}`),
  "GET /api/v1/tokens": () => api("/tokens"),
  "POST /api/v1/tokens": () => api("/tokens", { label: "Ana", role: "viewer" }),
  "DELETE /api/v1/tokens/{id}": async (scene) => api(`/tokens/${await firstOf(scene, "/tokens")}`),
  "GET /api/v1/status": () => api("/status"),
  "GET /api/v1/sessions": () => api("/sessions?limit=2"),
  "POST /api/v1/sessions/import": importRequest,
  "POST /api/v1/sessions/bulk": ({ busy }) => api("/sessions/bulk", { action: "reset", ids: [busy] }),
  "GET /api/v1/sessions/{id}": ({ busy }) => api(`/sessions/${busy}`),
  "PATCH /api/v1/sessions/{id}": ({ busy }) => api(`/sessions/${busy}`, { title: "Trip" }, any),
  "DELETE /api/v1/sessions/{id}": ({ busy }) => api(`/sessions/${busy}`, { reason: "tidy" }),
  "GET /api/v1/sessions/{id}/messages": ({ idle }) => api(`/sessions/${idle}/messages`),
  "POST /api/v1/sessions/{id}/messages": ({ busy }) => api(`/sessions/${busy}/messages`, { mode: "agent", text: "go" }),
  "GET /api/v1/sessions/{id}/queue": ({ busy }) => api(`/sessions/${busy}/queue`),
  "DELETE /api/v1/sessions/{id}/queue/{messageId}": ({ busy, queue }) => api(`/sessions/${busy}/queue/${queue[1]}`),
  "GET /api/v1/sessions/{id}/attachments/{messageId}/{index}": async ({ open }) => {
    const { sessionId, messageId } = await attach(open);
    return api(`/sessions/${sessionId}/attachments/${messageId}/0`);
  },
  "GET /api/v1/sessions/{id}/export": ({ idle }) => api(`/sessions/${idle}/export`),
  "POST /api/v1/sessions/{id}/reset": ({ busy }) => api(`/sessions/${busy}/reset`, { reason: "tidy" }),
  "POST /api/v1/sessions/{id}/restore": ({ deleted }) => api(`/sessions/${deleted}/restore`, { reason: "oh" }),
  "POST /api/v1/sessions/{id}/regenerate": ({ idle }) => api(`/sessions/${idle}/regenerate`, { reason: "better" }),
  "POST /api/v1/sessions/{id}/stop": ({ busy }) => api(`/sessions/${busy}/stop`, { reason: "tidy" }),
  "GET /api/v1/deliveries": async ({ open }) => {
    await strand(open);
    return api("/deliveries?limit=2");
  },
  "POST /api/v1/sessions/{id}/deliveries/{deliveryId}/resend": async ({ open }) => {
    const { path, etag } = await strand(open);
    return api(`${path}/resend`, { reason: "they asked" }, { "If-Match": etag });
  },
  "POST /api/v1/sessions/{id}/deliveries/{deliveryId}/dismiss": async ({ open }) => {
    const { path, etag } = await strand(open);
    return api(`${path}/dismiss`, { reason: "too late" }, { "If-Match": etag });
  },
  "GET /api/v1/operations": () => api("/operations"),
  "GET /api/v1/operations/{id}": async (scene) => api(`/operations/${await endedOperation(scene)}`),
  "DELETE /api/v1/operations/{id}": async (scene) => api(`/operations/${await endedOperation(scene)}`),
  "GET /api/v1/runs": () => api("/runs"),
  "GET /api/v1/runs/{id}": ({ runId }) => api(`/runs/${runId}`),
  "POST /api/v1/runs/{id}/stop": ({ runId }) => api(`/runs/${runId}/stop`, { reason: "tidy" }),
  "POST /api/v1/webchat/messages": () => api("/webchat/messages", { conversation: "busy", text: "four" }),
  "POST /api/v1/webchat/visitors": () => api("/webchat/visitors", {}),
  "DELETE /api/v1/webchat/visitors/{id}": async ({ open }) => api(`/webchat/visitors/${(await makeVisitor(open)).id}`),
  "GET /api/v1/visitor/messages": (scene) => visitorRequest(scene, "/visitor/messages"),
  "POST /api/v1/visitor/messages": (scene) => visitorRequest(scene, "/visitor/messages", { text: "more" }),
  "POST /api/v1/visitor/stop": (scene) => visitorRequest(scene, "/visitor/stop", {}),
  "POST /api/v1/visitor/reset": (scene) => visitorRequest(scene, "/visitor/reset", {}),
  "DELETE /api/v1/visitor": (scene) => visitorRequest(scene, "/visitor"),
  "GET /api/v1/visitor/events": (scene) => visitorRequest(scene, "/visitor/events"),
  "GET /api/v1/adapters": () => api("/adapters"),
  "GET /api/v1/adapters/{name}": () => api("/adapters/webchat"),
  "POST /api/v1/adapters/{name}/restart": () => api("/adapters/webchat/restart", { reason: "tidy" }),
  "GET /api/v1/schedules": () => api("/schedules"),
  "POST /api/v1/schedules": ({ idle }) => api("/schedules", { ...newsSchedule, sessionId: idle }),
  "GET /api/v1/schedules/{id}": ({ schedule }) => api(`/schedules/${schedule}`),
  "PATCH /api/v1/schedules/{id}": ({ schedule }) => api(`/schedules/${schedule}`, { isPaused: true }, any),
  "DELETE /api/v1/schedules/{id}": ({ schedule }) => api(`/schedules/${schedule}`),
  "POST /api/v1/schedules/{id}/run": ({ schedule }) => api(`/schedules/${schedule}/run`),
  "GET /api/v1/usage": () => api("/usage"),
  "GET /api/v1/plugins": () => api("/plugins"),
  "PATCH /api/v1/plugins/{id}": () => api("/plugins/webchat", { enabled: false }, any),
  "GET /api/v1/config": () => api("/config"),
  "GET /api/v1/config/schema": () => api("/config/schema"),
  "PATCH /api/v1/config": () => api("/config", { capacity: 9 }, any),
  "GET /api/v1/audit": () => api("/audit"),
  "GET /api/v1/logs": () => api("/logs"),
  "GET /api/v1/events": ({ busy }) => api(`/events?sessionId=${busy}`),
};

/** Sends a good request with the operator's token. Throws when there is none for the route. */
export function exchangeGood(
  { open }: LiveScene,
  { form }: GatewayRoute,
  request: GoodRequest | undefined,
): Promise<TestAnswer> {
  const method = form.method.toUpperCase();
  if (request === undefined) throw new Error(`${method} ${form.path} has no good request in test-support.`);
  const { path, body, headers = {} } = request;
  const json = body === undefined ? {} : { "Content-Type": "application/json" };
  const text = body === undefined ? undefined : JSON.stringify(body);
  return open.exchange({ method, path, headers: { ...bearer, ...json, ...headers }, body: text });
}
