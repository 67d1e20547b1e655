import { describe, expect, it } from "vitest";
import { RecordingAudit, bearerOf, logIn, makeToken, pageHeaders } from "../../test-support/access.ts";
import { openGateway } from "../../test-support/open-gateway.ts";
import { codeOf } from "../../test-support/problems.ts";
import { routeTable } from "../routes/route-table.ts";
import { includesRole } from "./role.ts";

const json = { "Content-Type": "application/json" };

describe("a role", () => {
  it.each(["viewer", "operator"] as const)(
    "of a %s keeps from every route that asks for more, and nothing is changed (T22)",
    async (role) => {
      const audit = new RecordingAudit();
      await using open = await openGateway({ bot: { audit } });
      const { run, runId, sessionId } = await open.startRun("hello");
      const { token, id } = await makeToken(open, role);
      const before = (await open.ask("GET", `/sessions/${sessionId}`)).text;
      audit.entries.length = 0;
      const refused = routeTable.filter((route) => !includesRole(role, route.role));
      expect(refused.length).toBeGreaterThan(2);
      for (const { form } of refused) {
        const path = form.path
          .replace("{id}", form.path.includes("/runs/") ? runId : sessionId)
          .replace(/\{\w+\}/, "x");
        // An unreadable body: the role is looked at before it.
        const request = {
          method: form.method.toUpperCase(),
          path,
          headers: { ...bearerOf(token), ...json },
          body: "{",
        };
        const answer = await open.exchange(request);
        expect([answer.status, codeOf(answer)], path).toEqual([403, "ROLE_INSUFFICIENT"]);
      }
      const changes = refused.filter(({ form }) => form.method !== "get");
      expect(audit.outcomes).toEqual(changes.map(({ operation }) => `${operation} denied`));
      expect(audit.entries.every(({ actor }) => actor.id === id && "label" in actor && actor.label === role)).toBe(
        true,
      );
      expect((await open.ask("GET", `/sessions/${sessionId}`)).text).toBe(before);
      run.answer("hi");
    },
  );

  it("lets a viewer read, an operator act and an admin see to tokens", async () => {
    await using open = await openGateway();
    const sessionId = await open.converse("hello", "hi");
    const asked = async (role: "viewer" | "operator" | "admin", method: string, path: string) => {
      const { token } = await makeToken(open, role);
      return (await open.exchange({ method, path: `/api/v1${path}`, headers: bearerOf(token) })).status;
    };
    expect(await asked("viewer", "GET", `/sessions/${sessionId}`)).toBe(200);
    expect(await asked("operator", "POST", `/sessions/${sessionId}/reset`)).toBe(200);
    expect(await asked("admin", "GET", "/tokens")).toBe(200);
  });

  it("is not had by asking for it: in a login, a token, a header or a query (T21)", async () => {
    await using open = await openGateway();
    const { token } = await makeToken(open, "viewer");
    const login = await open.exchange({
      method: "POST",
      path: "/api/v1/auth/login",
      headers: json,
      body: JSON.stringify({ token, roles: ["admin"] }),
    });
    expect([login.status, login.headers["set-cookie"]]).toEqual([400, undefined]);
    const headers = { ...bearerOf(token), "X-Role": "admin", "X-Forwarded-User": "admin", Role: "admin" };
    expect((await open.exchange({ path: "/api/v1/tokens", headers })).status).toBe(403);
    const me = await open.exchange({ path: "/api/v1/auth/me", headers });
    expect(me.json()).toMatchObject({ role: "viewer", actor: { label: "viewer" } });
  });

  it("of a viewer gives no command in the web chat, however it is written (T23)", async () => {
    const audit = new RecordingAudit();
    await using open = await openGateway({ bot: { audit } });
    const sessionId = await open.converse("hello", "hi");
    const cookie = await logIn(open, { role: "viewer", label: "Vera" });
    const { token } = await makeToken(open, "viewer");
    for (const text of ["/reset", " /RESET", "/new"]) {
      for (const credentials of [bearerOf(token), pageHeaders(open, cookie)]) {
        const body = JSON.stringify({ conversation: "lobby", text });
        const headers = { ...credentials, ...json };
        const answer = await open.exchange({ method: "POST", path: "/api/v1/webchat/messages", headers, body });
        expect(answer.status).toBe(403);
      }
    }
    expect((await open.ask("GET", `/sessions/${sessionId}`)).json()).toMatchObject({ epoch: 1, entries: 2 });
    expect(audit.outcomes.filter((outcome) => outcome === "webchat.send denied")).toHaveLength(6);
  });

  it("tells each what they may ask for", async () => {
    await using open = await openGateway();
    const operations = async (role: "viewer" | "operator" | "admin") => {
      const { token } = await makeToken(open, role);
      const me = await open.exchange({ path: "/api/v1/auth/me", headers: bearerOf(token) });
      return (me.json() as { readonly operations: readonly string[] }).operations;
    };
    expect(await operations("viewer")).not.toContain("session.delete");
    expect(await operations("operator")).toEqual(expect.arrayContaining(["session.delete", "session.list"]));
    expect(await operations("operator")).not.toContain("token.create");
    expect(await operations("admin")).toContain("token.create");
  });
});
