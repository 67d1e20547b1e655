import { describe, expect, it } from "vitest";
import { openGateway } from "../../test-support/open-gateway.ts";
import { firstAsset, firstChatAsset } from "../../test-support/dashboard.ts";
import { checkVisitorOptions } from "./visitor-options.ts";

describe("the options of visitors", () => {
  it.each([
    [{ embedIn: ["https://example.org/"] }, "visitors.embedIn"],
    [{ embedIn: ["https://example.org/page"] }, "visitors.embedIn"],
    [{ embedIn: ["https://*.example.org"] }, "visitors.embedIn"],
    [{ embedIn: ["*"] }, "visitors.embedIn"],
    [{ embedIn: ["example.org"] }, "visitors.embedIn"],
    [{ embedIn: ["HTTPS://example.org"] }, "visitors.embedIn"],
    [{ embedIn: ["https://a.example; script-src *"] }, "visitors.embedIn"],
    [{ embedIn: ["data:text/html,x"] }, "visitors.embedIn"],
    [{ embedIn: ["null"] }, "visitors.embedIn"],
    [{ embedIn: Array.from({ length: 101 }, (_, index) => `https://a${index}.example`) }, "visitors.embedIn"],
    [{ name: " " }, "visitors.name"],
    [{ name: "x".repeat(61) }, "visitors.name"],
    [{ name: "two\nlines" }, "visitors.name"],
    [{ greeting: "" }, "visitors.greeting"],
    [{ greeting: "x".repeat(501) }, "visitors.greeting"],
    [{ idleDays: 0 }, "visitors.idleDays"],
    [{ messagesPerMinute: 61 }, "visitors.messagesPerMinute"],
    [{ messageCharacters: 10_001 }, "visitors.messageCharacters"],
    [{ messageCharacters: 100.5 }, "visitors.messageCharacters"],
  ])("refuse %j, and name what is wrong", (options, name) => {
    expect(() => checkVisitorOptions(options)).toThrow(name);
  });

  it("take origins with a port, and without TLS", () => {
    const embedIn = ["https://example.org", "https://example.org:8443", "http://127.0.0.1:3000", "http://[::1]:3000"];
    expect(checkVisitorOptions({ embedIn }).embedIn).toEqual(embedIn);
  });
});

describe("GET /chat", () => {
  it("may be framed by nobody, unless it is said by whom", async () => {
    await using open = await openGateway();
    const answer = await open.exchange({ path: "/chat" });
    expect([answer.status, answer.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(answer.headers["content-security-policy"]).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; " +
        "require-trusted-types-for 'script'",
    );
    expect(answer.headers).toMatchObject({
      "cache-control": "no-cache",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    });
  });

  it("may be framed by exactly those origins that are named, as may no other page", async () => {
    const embedIn = ["https://www.example.org", "http://127.0.0.1:3000"];
    await using open = await openGateway({ gateway: { visitors: { embedIn } } });
    const policyOf = async (path: string) => (await open.exchange({ path })).headers["content-security-policy"];
    expect(await policyOf("/chat")).toContain("; frame-ancestors https://www.example.org http://127.0.0.1:3000; ");
    for (const path of ["/", "/chat/none.js", "/healthz", "/chat.js", await firstAsset(open)]) {
      expect(await policyOf(path), path).toContain("frame-ancestors 'none'");
    }
  });

  it("has its settings in it as text, whatever they hold", async () => {
    const name = `</title><script src="//evil.example"></script>"'&$&`;
    await using open = await openGateway({ gateway: { visitors: { name, greeting: `"><img src=x>` } } });
    const { text } = await open.exchange({ path: "/chat" });
    expect(text).not.toMatch(/<img|evil\.example"|<\/title><script/);
    expect(text.match(/<script/g)).toHaveLength(1);
    expect(text).toContain("&#60;/title&#62;");
  });

  it("loads what nobody need ask for again, and the script for other pages may be loaded from anywhere", async () => {
    await using open = await openGateway({ gateway: { dashboard: false } });
    const asset = await open.exchange({ path: await firstChatAsset(open) });
    expect(asset.headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "cross-origin-resource-policy": "same-origin",
    });
    const loader = await open.exchange({ path: "/chat.js" });
    expect(loader.headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cross-origin-resource-policy": "cross-origin",
    });
    for (const path of ["/chat/", "/chat//x.js", "/chat/../chat.js", "/chat/%69ndex.js", "/chat.jsx", "/chat/a/b"]) {
      expect((await open.exchange({ path })).status, path).toBe(404);
    }
  });
});
