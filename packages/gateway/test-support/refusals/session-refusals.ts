import { makeToken, bearerOf } from "../access.ts";
import { unknown } from "../answers/answer-case.ts";
import { operationDetailSchema } from "../../src/wire/operation.ts";
import type { LiveScene } from "../live-scene.ts";
import { type Refusal, anyState, holdForever, otherState, sameKey } from "./refusal.ts";

const bulkRoute = "POST /api/v1/sessions/bulk";
const importRoute = "POST /api/v1/sessions/import";
const patchRoute = "PATCH /api/v1/sessions/{id}";
const deleteRoute = "DELETE /api/v1/sessions/{id}";
const postRoute = "POST /api/v1/sessions/{id}/messages";
const cancelRoute = "DELETE /api/v1/sessions/{id}/queue/{messageId}";
const attachmentRoute = "GET /api/v1/sessions/{id}/attachments/{messageId}/{index}";
const regenerateRoute = "POST /api/v1/sessions/{id}/regenerate";
const restoreRoute = "POST /api/v1/sessions/{id}/restore";

type Headers = Readonly<Record<string, string>>;

function patch({ open }: LiveScene, id: string, change: object, headers: Headers = anyState) {
  return open.ask("PATCH", `/sessions/${id}`, change, headers);
}

function post({ open }: LiveScene, id: string, headers: Headers = {}, text = "hello") {
  return open.ask("POST", `/sessions/${id}/messages`, { mode: "agent", text }, headers);
}

function act(
  { open }: LiveScene,
  action: "regenerate" | "reset" | "restore" | "stop",
  id: string,
  headers: Headers = {},
) {
  return open.ask("POST", `/sessions/${id}/${action}`, { reason: "tidy" }, headers);
}

function cancel({ open }: LiveScene, id: string, message = "") {
  return open.ask("DELETE", `/sessions/${id}/queue/${message}`);
}

function bulk({ open }: LiveScene, body: object, headers: Headers = {}) {
  return open.ask("POST", "/sessions/bulk", body, headers);
}

/** The same on sessions that are not there: 404 for one that never was, 410 for one that was deleted. */
function absent(route: string, ask: (scene: LiveScene, id: string) => ReturnType<Refusal["ask"]>): readonly Refusal[] {
  return [
    { route, status: 404, because: "the session never was", ask: (scene) => ask(scene, unknown.session) },
    { route, status: 410, because: "the session was deleted", ask: (scene) => ask(scene, scene.deleted) },
  ];
}

async function operatorHeaders({ open }: LiveScene): Promise<Headers> {
  return bearerOf((await makeToken(open, "operator", "made before")).token);
}

/** Requests about sessions that come too late, or for a state that has passed. */
export function sessionRefusals(): readonly Refusal[] {
  let operator: Headers = {};
  let purged = "";
  const asOperator = async (scene: LiveScene) => {
    operator = await operatorHeaders(scene);
  };
  return [
    ...absent(patchRoute, (scene, id) => patch(scene, id, { title: "Trip" })),
    {
      route: patchRoute,
      status: 412,
      because: "the session has changed",
      ask: (scene) => patch(scene, scene.busy, { title: "Trip", muted: true }, otherState),
    },
    {
      route: patchRoute,
      status: 422,
      because: "the model is unknown",
      ask: (scene) => patch(scene, scene.busy, { title: "Trip", model: "nobody/nothing" }),
    },
    {
      route: patchRoute,
      status: 428,
      because: "nobody said which state",
      ask: (scene) => patch(scene, scene.busy, { title: "Trip" }, {}),
    },
    {
      route: deleteRoute,
      status: 404,
      because: "the session never was",
      ask: ({ open }) => open.ask("DELETE", `/sessions/${unknown.session}`),
    },
    {
      route: deleteRoute,
      status: 412,
      because: "the session has changed",
      ask: ({ open, busy }) => open.ask("DELETE", `/sessions/${busy}`, { reason: "tidy" }, otherState),
    },
    {
      route: deleteRoute,
      status: 403,
      because: "an operator may not purge",
      given: asOperator,
      ask: ({ open, busy }) => open.ask("DELETE", `/sessions/${busy}?purge=true`, undefined, operator),
    },
    ...absent(postRoute, (scene, id) => post(scene, id)),
    {
      route: postRoute,
      status: 409,
      because: "the session is muted",
      ask: (scene) => post(scene, scene.muted),
    },
    {
      route: postRoute,
      status: 412,
      because: "the session has changed",
      ask: (scene) => post(scene, scene.busy, otherState),
    },
    {
      route: postRoute,
      status: 422,
      because: "its key was used for another text",
      given: (scene) => post(scene, scene.busy, sameKey, "before"),
      ask: (scene) => post(scene, scene.busy, sameKey),
    },
    ...absent(attachmentRoute, ({ open }, id) => open.ask("GET", `/sessions/${id}/attachments/${unknown.message}/0`)),
    {
      route: attachmentRoute,
      status: 404,
      because: "nothing came with the message",
      ask: ({ open, busy, queue }) => open.ask("GET", `/sessions/${busy}/attachments/${queue[1]}/0`),
    },
    ...absent(cancelRoute, (scene, id) => cancel(scene, id, scene.queue[1])),
    {
      route: cancelRoute,
      status: 404,
      because: "the message waits nowhere",
      ask: (scene) => cancel(scene, scene.busy, unknown.message),
    },
    {
      route: cancelRoute,
      status: 404,
      because: "the message waits in another session",
      ask: (scene) => cancel(scene, scene.idle, scene.queue[1]),
    },
    {
      route: cancelRoute,
      status: 409,
      because: "a run took the message",
      ask: (scene) => cancel(scene, scene.busy, scene.queue[0]),
    },
    ...absent("POST /api/v1/sessions/{id}/reset", (scene, id) => act(scene, "reset", id)),
    {
      route: "POST /api/v1/sessions/{id}/reset",
      status: 412,
      because: "the session has changed",
      ask: (scene) => act(scene, "reset", scene.busy, otherState),
    },
    ...absent(regenerateRoute, (scene, id) => act(scene, "regenerate", id)),
    {
      route: regenerateRoute,
      status: 409,
      because: "its key is being worked on",
      given: (scene) =>
        holdForever(scene.open.bot.sessions, "regenerate", () => act(scene, "regenerate", scene.idle, sameKey)),
      ask: (scene) => act(scene, "regenerate", scene.idle, sameKey),
    },
    {
      route: regenerateRoute,
      status: 422,
      because: "its key came with another session",
      // One that a run is at work in: nothing is done there.
      given: (scene) => act(scene, "regenerate", scene.busy, sameKey),
      ask: (scene) => act(scene, "regenerate", scene.idle, sameKey),
    },
    ...absent("POST /api/v1/sessions/{id}/stop", (scene, id) => act(scene, "stop", id)),
    {
      route: restoreRoute,
      status: 404,
      because: "the session never was",
      ask: (scene) => act(scene, "restore", unknown.session),
    },
    {
      route: restoreRoute,
      status: 409,
      because: "another session has its place",
      ask: (scene) => act(scene, "restore", scene.replaced),
    },
    {
      route: restoreRoute,
      status: 409,
      because: "something was said since the reset",
      ask: (scene) => act(scene, "restore", scene.reset),
    },
    {
      route: restoreRoute,
      status: 409,
      because: "another removal is the newest",
      ask: ({ open, deleted }) => open.ask("POST", `/sessions/${deleted}/restore`, { epoch: 1 }),
    },
    {
      route: restoreRoute,
      status: 410,
      because: "there is nothing to undo",
      ask: (scene) => act(scene, "restore", scene.busy),
    },
    {
      route: restoreRoute,
      status: 422,
      because: "its key was used for a copy",
      given: ({ open, deleted }) => open.ask("POST", `/sessions/${deleted}/restore`, { as: "copy" }, sameKey),
      ask: (scene) => act(scene, "restore", scene.deleted, sameKey),
    },
    {
      route: bulkRoute,
      status: 403,
      because: "an operator may not purge",
      given: asOperator,
      ask: (scene) => bulk(scene, { action: "delete", ids: [scene.busy], purge: true }, operator),
    },
    {
      route: bulkRoute,
      status: 409,
      because: "there are other sessions than were counted",
      ask: (scene) => bulk(scene, { action: "delete", filter: { state: "idle" }, expectedCount: 77 }),
    },
    {
      route: bulkRoute,
      status: 404,
      because: "no such operation is known",
      ask: (scene) => bulk(scene, { action: "restore", operation: unknown.operation }),
    },
    {
      route: bulkRoute,
      status: 410,
      because: "what the operation removed is gone for good",
      given: async (scene) => {
        const answer = await bulk(scene, { action: "reset", ids: [scene.muted], purge: true });
        purged = operationDetailSchema.parse(answer.json()).id;
      },
      ask: (scene) => bulk(scene, { action: "restore", operation: purged }),
    },
    {
      route: bulkRoute,
      status: 422,
      because: "its key was used for something else",
      given: (scene) => bulk(scene, { action: "reset", ids: [scene.muted] }, sameKey),
      ask: (scene) => bulk(scene, { action: "delete", ids: [scene.busy] }, sameKey),
    },
    {
      route: importRoute,
      status: 409,
      because: "its conversation has a session",
      ask: async ({ open, idle }) => {
        const exported: unknown = (await open.ask("GET", `/sessions/${idle}/export`)).json();
        return open.ask("POST", "/sessions/import", exported);
      },
    },
    {
      route: importRoute,
      status: 422,
      because: "it is no export",
      ask: ({ open }) => open.ask("POST", "/sessions/import", { session: {} }),
    },
  ];
}
