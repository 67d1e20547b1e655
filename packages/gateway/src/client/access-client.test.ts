import { expect, it } from "vitest";
import { openGateway, testToken } from "../../test-support/open-gateway.ts";
import { GatewayClient } from "./gateway-client.ts";

it("makes, lists and revokes tokens, codes and logins", async () => {
  await using open = await openGateway();
  const { access } = new GatewayClient({ url: open.url, token: testToken });
  expect(await access.me()).toMatchObject({ actor: { id: "token", label: "operator" }, role: "admin", loginId: null });
  const { id, token } = await access.createToken({ label: "Ana", role: "viewer" });
  const ana = new GatewayClient({ url: open.url, token });
  expect(await ana.access.me()).toMatchObject({ actor: { id, label: "Ana" }, role: "viewer" });
  await access.revokeToken(id);
  expect((await access.tokens()).items).toMatchObject([{ id, revokedAt: expect.any(String) }]);
  await expect(ana.access.me()).rejects.toMatchObject({ code: "AUTHENTICATION_REQUIRED" });
  const { code } = await access.createCode();
  await access.logIn({ code });
  const { items } = await access.logins();
  expect(items).toMatchObject([{ actor: { id: "token" }, isCurrent: false }]);
  for (const login of items) await access.revokeLogin(login.id);
  await access.logOut();
  expect((await access.logins()).items).toEqual([]);
});

it("acts as a page of the gateway's own when it has no token: with the cookie that the browser adds", async () => {
  await using open = await openGateway();
  let cookie: string | undefined;
  const browser = async (input: string | URL | Request, init?: RequestInit) => {
    const headers = new Headers(init?.headers);
    headers.set("Origin", open.url);
    if (cookie !== undefined) headers.set("Cookie", cookie);
    const response = await open.gateway.fetch(new Request(new Request(input, init), { headers }));
    cookie = response.headers.get("set-cookie")?.split(";", 1)[0] ?? cookie;
    return response;
  };
  const { access } = new GatewayClient({ url: open.url, fetch: browser });
  await expect(access.me()).rejects.toMatchObject({ status: 401 });
  await access.logIn({ token: testToken });
  const { loginId } = await access.me();
  expect((await access.logins()).items).toMatchObject([{ id: loginId, isCurrent: true }]);
  await access.logOut();
  await expect(access.me()).rejects.toMatchObject({ status: 401 });
});

it("asks at most three times more when its token is revoked while it reads events, and then says so", async () => {
  await using open = await openGateway();
  const { access } = new GatewayClient({ url: open.url, token: testToken });
  const { id, token } = await access.createToken({ label: "Ana", role: "viewer" });
  let requests = 0;
  const counting = (input: string | URL | Request, init?: RequestInit) => {
    requests += 1;
    return fetch(input, init);
  };
  const timers = {
    // Pauses are cut short; the watch for a stream that is silent is not.
    startTimer: (milliseconds: number, callback: () => void) => {
      const timeout = setTimeout(callback, milliseconds < 10_000 ? 1 : milliseconds);
      return { cancel: () => clearTimeout(timeout) };
    },
  };
  const ana = new GatewayClient({ url: open.url, token, fetch: counting, timers });
  const read = async () => {
    for await (const event of ana.events()) if (event.type === "hello") await access.revokeToken(id);
  };
  await expect(read()).rejects.toMatchObject({ code: "AUTHENTICATION_REQUIRED" });
  expect(requests).toBeLessThanOrEqual(4);
});
