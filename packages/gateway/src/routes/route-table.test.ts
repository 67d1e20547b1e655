import { describe, expect, it } from "vitest";
import { z } from "zod";
import { openGateway } from "../../test-support/open-gateway.ts";
import { EventHub } from "../events/event-hub.ts";
import { createApplication } from "../http/application.ts";
import { CursorCodec } from "./cursor-codec.ts";
import { routeTable } from "./route-table.ts";

describe("the route table", () => {
  it("has these routes, each with its operation and role, and no other", () => {
    const inventory = routeTable.map(
      ({ form, operation, role }) => `${form.method.toUpperCase()} ${form.path} ${operation} ${role}`,
    );
    expect(inventory).toEqual([
      "GET /healthz health.read none",
      "GET /readyz readiness.read none",
      "GET /api/v1/status status.read viewer",
      "GET /api/v1/sessions session.list viewer",
      "GET /api/v1/sessions/{id} session.read viewer",
      "DELETE /api/v1/sessions/{id} session.delete operator",
      "GET /api/v1/sessions/{id}/messages session.read viewer",
      "GET /api/v1/sessions/{id}/export session.export viewer",
      "POST /api/v1/sessions/{id}/reset session.reset operator",
      "POST /api/v1/sessions/{id}/stop session.stop operator",
      "GET /api/v1/runs run.list viewer",
      "GET /api/v1/runs/{id} run.read viewer",
      "POST /api/v1/runs/{id}/stop run.stop operator",
      "POST /api/v1/webchat/messages webchat.send operator",
      "GET /api/v1/events event.read viewer",
    ]);
  });

  it("leaves nothing without credentials but the two probes", () => {
    const open = routeTable.filter(({ role }) => role === "none").map(({ form }) => form.path);
    expect(open).toEqual(["/healthz", "/readyz"]);
  });

  it("lets nobody who may only read change anything", () => {
    const changing = routeTable.filter(({ form }) => form.method !== "get");
    expect(changing.map(({ role }) => role)).not.toContain("viewer");
  });

  it("is whole enough to make an OpenAPI 3.1 document of, in which every route has its answer and its errors", async () => {
    await using open = await openGateway();
    const { bot, clock, log, webChat } = open;
    const events = new EventHub(clock, {
      heartbeatMilliseconds: 15_000,
      replayEvents: 0,
      streamBufferBytes: 1_024,
      maximumStreams: 1,
    });
    const parts = { bot, clock, log, webChat, cursors: new CursorCodec(), events, startedAt: 0 };
    const application = createApplication(routeTable, parts);
    const document = application.getOpenAPI31Document({ openapi: "3.1.0", info: { title: "Keyturn", version: "1" } });
    const paths = z.record(
      z.string(),
      z.record(z.string(), z.looseObject({ responses: z.record(z.string(), z.json()) })),
    );
    for (const { form, role } of routeTable) {
      const operation = paths.parse(document.paths)[form.path]?.[form.method];
      const statuses = Object.keys(operation?.responses ?? {});
      expect(statuses, form.path).toContain("200");
      if (role !== "none")
        expect(statuses, form.path).toEqual(expect.arrayContaining(["400", "401", "403", "429", "500"]));
    }
  });
});
