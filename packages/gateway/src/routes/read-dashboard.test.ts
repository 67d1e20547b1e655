import { describe, expect, it } from "vitest";
import { firstAsset } from "../../test-support/dashboard.ts";
import { openGateway } from "../../test-support/open-gateway.ts";
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
