import { ManualClock } from "@keyturn/testkit";
import { APICallError } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { describe, expect, it, vi } from "vitest";
import { withRetries } from "./retrying-model.ts";

function failure(statusCode: number, responseHeaders: Record<string, string> = {}): APICallError {
  return new APICallError({ message: "no", url: "", requestBodyValues: {}, statusCode, responseHeaders });
}

/** A call of a model that fails with these errors, one after the other, and then succeeds. */
function setUp(...failures: readonly Error[]) {
  const clock = new ManualClock();
  const controller = new AbortController();
  const left = [...failures];
  const model = new MockLanguageModelV4({
    doStream: async () => {
      const error = left.shift();
      if (error !== undefined) throw error;
      return { stream: new ReadableStream() };
    },
  });
  const onRetry = vi.fn<() => void>();
  const retrying = withRetries(model, {
    clock,
    retries: 2,
    delayMilliseconds: 2_000,
    longestDelayMilliseconds: 60_000,
    signal: controller.signal,
    onRetry,
  });
  const settled = Promise.resolve(retrying.doStream({ prompt: [] })).then(
    () => "ok",
    (error: unknown) => error,
  );
  return { clock, controller, model, onRetry, settled, calls: () => model.doStreamCalls.length };
}

describe("withRetries", () => {
  it("waits twice as long before each further try", async () => {
    const { clock, calls, settled, onRetry } = setUp(failure(500), failure(529));
    await clock.advance(1_999);
    expect(calls()).toBe(1);
    await clock.advance(1);
    expect(calls()).toBe(2);
    await clock.advance(3_999);
    expect(calls()).toBe(2);
    await clock.advance(1);

    expect(await settled).toBe("ok");
    expect(onRetry).toHaveBeenCalledTimes(2);
  });

  it("gives the last error on when the tries are used up", async () => {
    const last = failure(503);
    const { clock, settled, calls } = setUp(failure(500), failure(500), last, failure(500));
    await clock.advance(60_000);

    expect(await settled).toBe(last);
    expect(calls()).toBe(3);
  });

  it("waits as long as the service asks", async () => {
    const { clock, calls, settled } = setUp(failure(429, { "retry-after": "30" }));
    await clock.advance(29_999);
    expect(calls()).toBe(1);
    await clock.advance(1);
    expect(await settled).toBe("ok");
  });

  it.each([
    ["the error will not pass", failure(401)],
    ["the service asks for a wait that is too long to sit out", failure(429, { "retry-after": "61" })],
    ["nobody knows what happened", new Error("?")],
  ])("does not try again when %s", async (_name, error) => {
    const { clock, settled, calls } = setUp(error);
    await clock.advance(600_000);

    expect(await settled).toBe(error);
    expect(calls()).toBe(1);
  });

  it("is cut short by an abort, and leaves no timer behind", async () => {
    const { clock, controller, settled, calls } = setUp(failure(500));
    await clock.advance(1_000); // 1. it waits for its second try
    controller.abort("stopped"); // 2. stopped

    expect(await settled).toBe("stopped");
    await clock.advance(600_000);
    expect(calls()).toBe(1);
    expect(clock.pendingTimers).toBe(0);
  });
});
