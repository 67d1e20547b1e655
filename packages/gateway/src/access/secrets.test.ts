import { expect, it } from "vitest";
import {
  RecordingAudit,
  bearerOf,
  cookieOf,
  makeCode,
  makeToken,
  pageHeaders,
  postLogin,
} from "../../test-support/access.ts";
import { openEvents } from "../../test-support/event-reader.ts";
import { openGateway, testToken } from "../../test-support/open-gateway.ts";
import { routeTable } from "../routes/route-table.ts";

it("tells no token, cookie or code in any answer, event, audit entry or line of the log after the one that gave it", async () => {
  const audit = new RecordingAudit();
  await using open = await openGateway({ bot: { audit } });
  const sessionId = await open.converse("hello", "hi");
  const { token } = await makeToken(open, "admin");
  const spent = await makeCode(open);
  const waiting = await makeCode(open);
  const cookie = cookieOf(await postLogin(open, { code: spent }));
  const value = cookie.slice(cookie.indexOf("=") + 1);
  const secrets = [testToken, token, spent, waiting, value];

  const told: string[] = [];
  const events = await openEvents(open.url, "/api/v1/events", { Cookie: cookie });
  const credentials = [
    { headers: bearerOf(token), from: undefined },
    { headers: pageHeaders(open, cookie), from: undefined },
    // Counted as wrong tries, so from elsewhere.
    { headers: { ...bearerOf(token), Cookie: cookie }, from: "127.0.0.2" },
  ];
  for (const { form, isStream } of routeTable) {
    if (isStream === true || form.path.endsWith("/logout") || form.path.endsWith("/codes")) continue;
    for (const { headers, from } of credentials) {
      for (const secret of secrets) {
        const target = form.path
          .replace("{id}", form.path.includes("/sessions/") ? sessionId : "x")
          .replace(/\{\w+\}/, "x");
        const request = {
          method: form.method.toUpperCase(),
          path: `${target}?token=${secret}`,
          from,
          headers: { ...headers, "Content-Type": "application/json" },
          body: form.method === "get" ? undefined : JSON.stringify({ [secret.slice(0, 1)]: 1, code: "X", reason: 5 }),
        };
        const answer = await open.exchange(request);
        told.push(answer.text, JSON.stringify(answer.headers));
      }
    }
  }
  const { text } = await open.ask("GET", "/tokens");
  const logins = await open.ask("GET", "/auth/sessions");
  await open.ask("DELETE", `/sessions/${sessionId}`);
  told.push(text, logins.text, ...(await events.nextUntil("session.delete")).map((block) => block.text));
  events.close();
  const everything = [...told, ...open.log.lines, JSON.stringify(audit.entries)].join("\n");
  expect(everything.length).toBeGreaterThan(10_000);
  for (const secret of secrets) {
    expect(everything).not.toContain(secret);
    // Not even a part: names are readable, secrets are not.
    expect(everything).not.toContain(secret.slice(-10));
  }
});
