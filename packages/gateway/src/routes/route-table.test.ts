import { describe, expect, it } from "vitest";
import { z } from "zod";
import { bearer, openGateway } from "../../test-support/open-gateway.ts";
import { routeTable } from "./route-table.ts";

describe("the route table", () => {
  it("has these routes, each with its operation and role, and no other (T44)", () => {
    const inventory = routeTable.map(
      ({ form, operation, role }) => `${form.method.toUpperCase()} ${form.path} ${operation} ${role}`,
    );
    expect(inventory).toEqual([
      "GET / dashboard.read none",
      "GET /assets/{name} dashboard.read none",
      "GET /chat visitor.page none",
      "GET /chat/{name} visitor.page none",
      "GET /chat.js visitor.page none",
      "GET /healthz health.read none",
      "GET /readyz readiness.read none",
      "GET /metrics metrics.read none",
      "POST /hooks/{adapter}/{path} webhook.receive none",
      "GET /hooks/{adapter}/{path} webhook.receive none",
      "GET /openapi.json api.read viewer",
      "POST /api/v1/auth/login login.create none",
      "POST /api/v1/auth/logout login.end viewer",
      "GET /api/v1/auth/me login.read viewer",
      "POST /api/v1/auth/codes code.create admin",
      "GET /api/v1/auth/sessions login.list viewer",
      "DELETE /api/v1/auth/sessions/{id} login.revoke viewer",
      "GET /api/v1/tokens token.list admin",
      "POST /api/v1/tokens token.create admin",
      "DELETE /api/v1/tokens/{id} token.revoke admin",
      "GET /api/v1/status status.read viewer",
      "GET /api/v1/sessions session.list viewer",
      "POST /api/v1/sessions/import session.import admin",
      "POST /api/v1/sessions/bulk session.bulk operator",
      "GET /api/v1/sessions/{id} session.read viewer",
      "PATCH /api/v1/sessions/{id} session.patch operator",
      "DELETE /api/v1/sessions/{id} session.delete operator",
      "GET /api/v1/sessions/{id}/messages session.read viewer",
      "POST /api/v1/sessions/{id}/messages session.post operator",
      "GET /api/v1/sessions/{id}/queue session.read operator",
      "GET /api/v1/sessions/{id}/attachments/{messageId}/{index} session.read viewer",
      "DELETE /api/v1/sessions/{id}/queue/{messageId} session.cancel operator",
      "GET /api/v1/sessions/{id}/export session.export viewer",
      "POST /api/v1/sessions/{id}/reset session.reset operator",
      "POST /api/v1/sessions/{id}/restore session.restore operator",
      "POST /api/v1/sessions/{id}/stop session.stop operator",
      "POST /api/v1/sessions/{id}/regenerate session.regenerate operator",
      "GET /api/v1/deliveries delivery.list viewer",
      "POST /api/v1/sessions/{id}/deliveries/{deliveryId}/resend delivery.resend operator",
      "POST /api/v1/sessions/{id}/deliveries/{deliveryId}/dismiss delivery.dismiss operator",
      "GET /api/v1/operations operation.list operator",
      "GET /api/v1/operations/{id} operation.read operator",
      "DELETE /api/v1/operations/{id} operation.cancel operator",
      "GET /api/v1/runs run.list viewer",
      "GET /api/v1/runs/{id} run.read viewer",
      "POST /api/v1/runs/{id}/stop run.stop operator",
      "POST /api/v1/webchat/messages webchat.send operator",
      "POST /api/v1/webchat/visitors visitor.create none",
      "DELETE /api/v1/webchat/visitors/{id} visitor.revoke operator",
      "GET /api/v1/visitor/messages session.read visitor",
      "POST /api/v1/visitor/messages webchat.send visitor",
      "POST /api/v1/visitor/stop session.stop visitor",
      "POST /api/v1/visitor/reset session.reset visitor",
      "DELETE /api/v1/visitor session.delete visitor",
      "GET /api/v1/visitor/events event.read visitor",
      "GET /api/v1/adapters adapter.read viewer",
      "GET /api/v1/adapters/{name} adapter.read viewer",
      "POST /api/v1/adapters/{name}/restart adapter.restart admin",
      "GET /api/v1/schedules schedule.list operator",
      "POST /api/v1/schedules schedule.create operator",
      "GET /api/v1/schedules/{id} schedule.read operator",
      "PATCH /api/v1/schedules/{id} schedule.patch operator",
      "DELETE /api/v1/schedules/{id} schedule.delete operator",
      "POST /api/v1/schedules/{id}/run schedule.run operator",
      "GET /api/v1/usage usage.read viewer",
      "GET /api/v1/plugins plugin.list viewer",
      "PATCH /api/v1/plugins/{id} plugin.change admin",
      "GET /api/v1/config config.read admin",
      "GET /api/v1/config/schema config.read admin",
      "PATCH /api/v1/config config.change admin",
      "GET /api/v1/audit audit.read admin",
      "GET /api/v1/logs log.read admin",
      "GET /api/v1/events event.read viewer",
    ]);
  });

  it("leaves nothing without credentials but the pages' own files, the probes, the metrics, what chat services sign, the login and the beginning of a visit", () => {
    const open = routeTable.filter(({ role }) => role === "none").map(({ form }) => form.path);
    expect(open).toEqual([
      "/",
      "/assets/{name}",
      "/chat",
      "/chat/{name}",
      "/chat.js",
      "/healthz",
      "/readyz",
      "/metrics",
      "/hooks/{adapter}/{path}",
      "/hooks/{adapter}/{path}",
      "/api/v1/auth/login",
      "/api/v1/webchat/visitors",
    ]);
  });

  it("lets nobody who may only read change anything but their own login", () => {
    const changing = routeTable.filter(({ form }) => form.method !== "get");
    const ofViewers = changing.filter(({ role }) => role === "viewer").map(({ operation }) => operation);
    expect(ofViewers).toEqual(["login.end", "login.revoke"]);
  });

  it("gives visitors their own conversation, which no path of theirs names, and nothing else", () => {
    const ofVisitors = routeTable.filter(({ role }) => role === "visitor").map(({ form }) => form.path);
    expect(ofVisitors.every((path) => /^\/api\/v1\/visitor(?:\/\w+)?$/.test(path))).toBe(true);
  });

  it("is what GET /openapi.json describes: every route has its answer, its errors and what credentials it asks for", async () => {
    await using open = await openGateway();
    const answer = await open.exchange({ path: "/openapi.json", headers: bearer });
    const document = documentForm.parse(answer.json());
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method} ${path}`),
    );
    expect(described.toSorted()).toEqual(routeTable.map(({ form }) => `${form.method} ${form.path}`).toSorted());
    expect(document).toMatchObject({ openapi: "3.1.0", security: [{ token: [] }, { login: [] }] });
    for (const { form, role } of routeTable) {
      const operation = document.paths[form.path]?.[form.method];
      const statuses = Object.keys(operation?.responses ?? {});
      expect(statuses.join(), form.path).toMatch(/\b20[0124]\b/);
      expect(operation?.security, form.path).toEqual(role === "none" ? [] : undefined);
      if (role !== "none")
        expect(statuses, form.path).toEqual(expect.arrayContaining(["400", "401", "403", "429", "500"]));
    }
  });

  it("describes itself to nobody without a token", async () => {
    await using open = await openGateway();
    expect((await open.exchange({ path: "/openapi.json" })).status).toBe(401);
  });
});

const documentForm = z.looseObject({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({ security: z.array(z.unknown()).optional(), responses: z.record(z.string(), z.json()) }),
    ),
  ),
});
