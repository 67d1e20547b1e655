import { describe, expect, it } from "vitest";
import { firstAsset } from "../../test-support/dashboard.ts";
import { bearer, openGateway } from "../../test-support/open-gateway.ts";
import { pagePolicy } from "../dashboard/page-headers.ts";

describe("the dashboard's page", () => {
  it("is the same for everybody, under rules without exceptions", async () => {
    await using open = await openGateway();
    const { status, headers, text } = await open.exchange({ path: "/" });
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers["content-security-policy"]).toBe(pagePolicy);
    expect(pagePolicy).not.toMatch(/unsafe|https?:|\*|ws:/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect(headers["cache-control"]).toBe("no-cache");
    expect(text).toContain("<title>Keyturn</title>");
  });

  it("and what it loads are asked for once", async () => {
    await using open = await openGateway();
    for (const path of ["/", await firstAsset(open)]) {
      const { headers } = await open.exchange({ path });
      const again = await open.exchange({ path, headers: { "If-None-Match": String(headers.etag) } });
      expect([again.status, again.text, again.headers.etag]).toEqual([304, "", headers.etag]);
    }
  });

  it("loads files whose names change with their content, and which are kept for good", async () => {
    await using open = await openGateway();
    const { status, headers } = await open.exchange({ path: await firstAsset(open) });
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/javascript; charset=utf-8");
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(headers["x-content-type-options"]).toBe("nosniff");
  });

  it.each([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, deflate", "gzip"],
    ["br;q=0.5, gzip", "gzip"],
    ["*", "br"],
    ["br;q=0, *;q=0.3", "gzip"],
  ])("comes compressed to whoever says that they take %s", async (accepted, coding) => {
    await using open = await openGateway();
    for (const path of ["/", await firstAsset(open)]) {
      const whole = await open.exchange({ path });
      const answer = await fetch(open.url + path, { headers: { "Accept-Encoding": accepted } });
      const header = (name: string) => answer.headers.get(name);
      expect([answer.status, header("content-encoding"), header("vary")]).toEqual([200, coding, "Accept-Encoding"]);
      expect(Number(header("content-length"))).toBeLessThan(Number(whole.headers["content-length"]) * 0.6);
      expect(await answer.text()).toBe(whole.text);
    }
  });

  it.each(["", "identity", "br;q=0", "deflate", "gzip;q=0.2, identity;q=0.8"])(
    "comes as it is to whoever says that they take “%s”",
    async (accepted) => {
      await using open = await openGateway();
      const { headers, text } = await open.exchange({ path: "/", headers: { "Accept-Encoding": accepted } });
      expect([headers["content-encoding"], headers.vary]).toEqual([undefined, "Accept-Encoding"]);
      expect(text).toContain("<title>Keyturn</title>");
    },
  );

  it("has a tag for each form, so that nobody keeps one for the other", async () => {
    await using open = await openGateway();
    const tags = new Map<string, string>();
    for (const accepted of ["br", "gzip", "identity"]) {
      const { headers } = await open.exchange({ path: "/", headers: { "Accept-Encoding": accepted } });
      tags.set(accepted, String(headers.etag));
    }
    expect(new Set(tags.values()).size).toBe(3);
    for (const [accepted, tag] of tags) {
      const ask = (known: string | undefined) =>
        open.exchange({ path: "/", headers: { "Accept-Encoding": accepted, "If-None-Match": known ?? "" } });
      expect((await ask(tag)).status).toBe(304);
      expect((await ask(tags.get(accepted === "br" ? "gzip" : "br"))).status).toBe(200);
    }
  });

  it("is all that comes compressed: what an answer of the API holds shows in no length", async () => {
    await using open = await openGateway();
    await open.converse("hello ".repeat(500), "hi");
    const headers = { ...bearer, "Accept-Encoding": "br, gzip" };
    for (const path of ["/api/v1/sessions", "/api/v1/status", "/openapi.json"]) {
      const answer = await open.exchange({ path, headers });
      expect([answer.status, answer.headers["content-encoding"]]).toEqual([200, undefined]);
    }
  });

  it.each([
    "//assets/../package.json",
    "/assets/%2e%2e/",
    "/assets/..",
    "/assets/..%5c",
    "/assets//x.js",
    "/assets/",
    "/assets/x.js",
    "/assets/__proto__",
    "/.env",
    "/index.html",
    "/%2e/",
  ])("is not to be had under %s, nor is anything else (T42)", async (path) => {
    await using open = await openGateway();
    const { status, headers, json } = await open.exchange({ path });
    expect(status).toBe(404);
    expect(json()).toMatchObject({ code: "ROUTE_NOT_FOUND" });
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["content-security-policy"]).toBe("default-src 'none'; frame-ancestors 'none'; sandbox");
  });

  it("cannot be shown inside a page of somebody else (T49)", async () => {
    await using open = await openGateway();
    const { headers } = await open.exchange({ path: "/" });
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  });
});
