import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { exchangeRaw, statusOfRaw } from "../../test-support/exchange.ts";
import { openGateway } from "../../test-support/open-gateway.ts";

describe("a connection", () => {
  it("on which nothing is asked any more is closed (T46)", async () => {
    await using open = await openGateway({ gateway: { limits: { idleMilliseconds: 100 } } });
    const answer = await exchangeRaw(open.url, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    expect(statusOfRaw(answer)).toBe(200);
    expect(answer).toContain('{"status":"ok"}');
  });

  it("on which nothing was asked at all is closed (T46)", async () => {
    const limits = { headersMilliseconds: 150, requestMilliseconds: 300 };
    await using open = await openGateway({ gateway: { limits } });
    const { hostname, port } = new URL(open.url);
    const socket = connect(Number(port), hostname);
    socket.resume();
    await new Promise((resolve) => socket.once("close", resolve));
    expect((await open.exchange({ path: "/healthz" })).status).toBe(200);
  });
});
