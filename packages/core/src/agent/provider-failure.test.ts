import { inspect } from "node:util";
import { APICallError } from "ai";
import { describe, expect, it } from "vitest";
import { ConfigurationError, RunTimeoutError } from "../errors.ts";
import { readProviderFailure, toProviderError } from "./provider-failure.ts";

const now = Date.UTC(2030, 0, 1);

function refused(statusCode: number, rest: { data?: unknown; responseHeaders?: Record<string, string> } = {}) {
  return new APICallError({ message: "", url: "", requestBodyValues: {}, statusCode, ...rest });
}

describe("toProviderError", () => {
  it("leaves errors of ours as they are", () => {
    for (const error of [new ConfigurationError("x"), new RunTimeoutError("idle", 1)]) {
      expect(toProviderError(error, "a/b", now)).toBe(error);
    }
  });

  it("holds nothing of what the service was sent or said", () => {
    const error = new APICallError({
      message: "canary",
      url: "https://canary",
      requestBodyValues: { prompt: "canary" },
      statusCode: 400,
      responseBody: "canary",
      responseHeaders: { "x-canary": "canary" },
      data: { error: { code: "canary", type: "canary", message: "canary" } },
      cause: new Error("canary"),
    });
    expect(inspect(toProviderError(error, "a/b", now), { depth: 20, showHidden: true })).not.toContain("canary");
  });
});

describe("readProviderFailure", () => {
  it.each([408, 409, 429, 500, 502, 503, 529])("takes status %i for something that may pass", (status) => {
    expect(readProviderFailure(refused(status), now).isRetryable).toBe(true);
  });

  it.each([400, 401, 402, 403, 404, 413, 422])("takes status %i for something that will not pass", (status) => {
    expect(readProviderFailure(refused(status), now).isRetryable).toBe(false);
  });

  it("believes the service's code where that says more than its status", () => {
    const failure = readProviderFailure(refused(429, { data: { error: { code: "insufficient_quota" } } }), now);
    expect(failure).toMatchObject({ reason: "the account has no credit left", isRetryable: false });
  });

  it.each([
    [{ "retry-after": "7" }, 7_000],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after": new Date(now + 9_000).toUTCString() }, 9_000],
    [{ "retry-after": new Date(now - 9_000).toUTCString() }, 0],
    [{ "retry-after-ms": "1500", "retry-after": "7" }, 1_500],
    [{ "retry-after": "soon" }, undefined],
    [{}, undefined],
  ])("reads how long to wait from %j", (responseHeaders, milliseconds) => {
    expect(readProviderFailure(refused(429, { responseHeaders }), now).retryAfterMilliseconds).toBe(milliseconds);
  });

  it("finds the reason of a failed connection among the causes", () => {
    const socket = Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" });
    expect(readProviderFailure(new TypeError("terminated", { cause: socket }), now)).toMatchObject({
      reason: "no connection, UND_ERR_SOCKET",
      isRetryable: true,
    });
  });

  it.each([new Error("canary"), "canary", undefined, null, { name: "canary", code: "canary" }])(
    "makes something of anything: %s",
    (error) => {
      expect(JSON.stringify(readProviderFailure(error, now))).not.toContain("canary");
    },
  );
});
