import { expect, it } from "vitest";
import { openGateway } from "../../packages/gateway/test-support/open-gateway.ts";

const hostile = [
  "<img src=x onerror=alert(1)>",
  "<script>alert(1)</script>",
  "<svg onload=alert(1)>",
  "[x](javascript:alert(1))",
  "![](http://evil.example/pixel)",
].join("\n");

it("an export of a hostile conversation is a file that no browser opens as a page (T34)", async () => {
  await using open = await openGateway();
  const sessionId = await open.converse(hostile, hostile);
  const answer = await open.ask("GET", `/sessions/${sessionId}/export`);
  expect(answer.headers).toMatchObject({
    "content-type": expect.stringMatching(/^application\/json/),
    "content-disposition": `attachment; filename="keyturn-${sessionId}.json"`,
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  });
  expect(answer.json()).toMatchObject({ entries: [{ text: hostile }, { parts: [{ text: hostile }] }] });
});
