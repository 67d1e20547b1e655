import { mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { StoreError } from "@keyturn/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RecordingAudit, bearerOf, cookieOf, makeToken, postLogin } from "../../test-support/access.ts";
import { bearer, openGateway, testToken } from "../../test-support/open-gateway.ts";
import { codeOf } from "../../test-support/problems.ts";
import { MemoryAccessStore } from "./access-store.ts";
import { FileAccessStore } from "./file-access-store.ts";

const status = "/api/v1/status";

describe("an access token", () => {
  it("is told once, to whoever makes it, and never again", async () => {
    const audit = new RecordingAudit();
    await using open = await openGateway({ bot: { audit } });
    const made = await open.ask("POST", "/tokens", { label: "Ana's script", role: "operator" });
    expect(made.status).toBe(201);
    expect(made.json()).toMatchObject({ label: "Ana's script", role: "operator", lastUsedAt: null, revokedAt: null });
    const { token, id } = await makeToken(open, "viewer");
    expect(token).toMatch(/^kt_[\w-]{12}_[\w-]{43}$/);
    expect(token).toContain(id.slice(2));
    await open.exchange({ path: status, headers: bearerOf(token) });
    const list = await open.ask("GET", "/tokens");
    expect(list.json()).toMatchObject({ items: [{ label: "Ana's script" }, { id, lastUsedAt: expect.any(String) }] });
    expect(list.text).not.toContain(token);
    expect(JSON.stringify(audit.entries)).not.toContain(token);
    expect(audit.entries.at(-1)).toMatchObject({ operation: "token.create", outcome: "done", target: id });
  });

  it("is one that was made, to the last character", async () => {
    await using open = await openGateway();
    const { token } = await makeToken(open, "viewer");
    const { token: other } = await makeToken(open, "admin");
    const swapped = token.slice(0, 16) + other.slice(16);
    for (const text of [token.slice(0, -1), `${token}x`, token.toUpperCase(), swapped]) {
      expect((await open.exchange({ path: status, headers: bearerOf(text) })).status).toBe(401);
    }
  });

  it("is revoked once; a second time changes nothing, and what there is not is not found", async () => {
    const audit = new RecordingAudit();
    await using open = await openGateway({ bot: { audit } });
    const { id } = await makeToken(open, "viewer");
    expect((await open.ask("DELETE", `/tokens/${id}`)).status).toBe(204);
    expect((await open.ask("DELETE", `/tokens/${id}`)).status).toBe(204);
    expect(audit.outcomes.slice(-2)).toEqual(["token.revoke done", "token.revoke nothing to do"]);
    const unknown = await open.ask("DELETE", "/tokens/t_AAAAAAAAAAAA");
    expect([unknown.status, codeOf(unknown)]).toEqual([404, "TOKEN_NOT_FOUND"]);
    expect((await open.ask("DELETE", "/tokens/..%2Faccess.json")).status).toBe(400);
  });

  it("has a label on one line and one of the roles", async () => {
    await using open = await openGateway();
    const wrong = [
      { label: "", role: "viewer" },
      { label: "a\nb", role: "viewer" },
      { label: "a\u202eb", role: "viewer" },
      { label: "x".repeat(101), role: "viewer" },
      { label: "a", role: "root" },
      { label: "a", role: "none" },
      { label: "a", role: "viewer", id: "t_mine" },
    ];
    for (const body of wrong) expect((await open.ask("POST", "/tokens", body)).status).toBe(400);
    expect((await open.ask("GET", "/tokens")).json()).toEqual({ items: [] });
  });

  it("is not claimed to be made or revoked when the store cannot confirm", async () => {
    const store = new MemoryAccessStore();
    await using open = await openGateway({ gateway: { access: store } });
    const { id, token } = await makeToken(open, "viewer");
    store.write = () => Promise.reject(new StoreError("STORE_FULL", "/srv/keyturn is full"));
    expect((await open.ask("DELETE", `/tokens/${id}`)).status).toBe(503);
    const refused = await open.ask("POST", "/tokens", { label: "a", role: "viewer" });
    expect([refused.status, refused.text.includes("/srv")]).toEqual([503, false]);
    expect((await open.exchange({ path: status, headers: bearerOf(token) })).status).toBe(200);
  });
});

describe("the file of access tokens", () => {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "access-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("outlives the gateway, holds no secret, and is for its owner alone", async () => {
    const access = new FileAccessStore(folder);
    const secrets: string[] = [];
    {
      await using open = await openGateway({ gateway: { access } });
      const { token } = await makeToken(open, "operator");
      secrets.push(token, cookieOf(await postLogin(open, { token: testToken })));
    }
    const file = path.join(folder, "access.json");
    const text = await readFile(file, "utf8");
    for (const secret of [...secrets, testToken]) expect(text).not.toContain(secret.slice(-43));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(["access.json"]);
    await using open = await openGateway({ gateway: { access: new FileAccessStore(folder) } });
    expect((await open.exchange({ path: status, headers: bearerOf(secrets[0] ?? "") })).status).toBe(200);
  });

  it("keeps nobody out whose token is not in it when it is damaged, and is left as it is", async () => {
    const file = path.join(folder, "access.json");
    await writeFile(file, '{"tokens":[{"id":');
    await using open = await openGateway({ gateway: { access: new FileAccessStore(folder) } });
    expect((await open.exchange({ path: status, headers: bearer })).status).toBe(200);
    const token = `kt_${"a".repeat(12)}_${"b".repeat(43)}`;
    expect((await open.exchange({ path: status, headers: bearerOf(token) })).status).toBeGreaterThanOrEqual(500);
    expect((await open.ask("POST", "/tokens", { label: "a", role: "viewer" })).status).toBeGreaterThanOrEqual(500);
    expect(await readFile(file, "utf8")).toBe('{"tokens":[{"id":');
  });

  it("says why it cannot be written, and leaves nothing behind", async () => {
    const store = new FileAccessStore(path.join(folder, "nowhere"));
    await expect(store.write({ tokens: [], logins: [] })).rejects.toThrow(StoreError);
    await expect(store.read()).resolves.toEqual({ tokens: [], logins: [] });
  });
});
