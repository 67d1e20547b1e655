import { ManualClock } from "@keyturn/testkit";
import { describe, expect, it } from "vitest";
import { bearerOf, makeToken } from "../../test-support/access.ts";
import { openGateway } from "../../test-support/open-gateway.ts";
import { codeOf } from "../../test-support/problems.ts";
import { Problem } from "../problems/problem.ts";
import { IdempotentAnswers, type KeyedRequest } from "./idempotent-answers.ts";

const hour = 3_600_000;

function asked(change: Partial<KeyedRequest> = {}): KeyedRequest {
  return { actorId: "ana", key: "k1", content: "POST /things {}", repetition: "replayed", ...change };
}

/** Work whose answers are numbered. */
function createWork(status = 201): { work: () => Promise<Response>; count: () => number } {
  let done = 0;
  return {
    work: () => {
      done += 1;
      return Promise.resolve(new Response(`answer ${done}`, { status, headers: { Location: `/things/${done}` } }));
    },
    count: () => done,
  };
}

async function refusalOf(answer: Promise<Response>): Promise<string> {
  try {
    return `answered ${(await answer).status}`;
  } catch (error) {
    return error instanceof Problem ? error.code : String(error);
  }
}

describe("a request with an Idempotency-Key", () => {
  it("has the same answer when it comes again, and is worked on once", async () => {
    const answers = new IdempotentAnswers(new ManualClock());
    const { work, count } = createWork();
    const first = await answers.answer(asked(), work);
    const second = await answers.answer(asked(), work);
    expect(count()).toBe(1);
    expect(first.headers.get("Idempotency-Replayed")).toBeNull();
    expect([second.status, second.headers.get("Location"), await second.text()]).toEqual([
      201,
      "/things/1",
      "answer 1",
    ]);
    expect(second.headers.get("Idempotency-Replayed")).toBe("true");
  });

  it("is refused when it asks for something else than before", async () => {
    const answers = new IdempotentAnswers(new ManualClock());
    const { work, count } = createWork();
    await answers.answer(asked(), work);
    expect(await refusalOf(answers.answer(asked({ content: "POST /things {1}" }), work))).toBe(
      "IDEMPOTENCY_KEY_REUSED",
    );
    expect(count()).toBe(1);
  });

  it("of somebody else is another request", async () => {
    const answers = new IdempotentAnswers(new ManualClock());
    const { work, count } = createWork();
    await answers.answer(asked(), work);
    await answers.answer(asked({ actorId: "ben", content: "POST /things {1}" }), work);
    expect(count()).toBe(2);
  });

  it("is refused while the first one is being worked on, and replayed afterwards", async () => {
    const answers = new IdempotentAnswers(new ManualClock());
    // 1. The first request hangs.
    const { promise, resolve } = Promise.withResolvers<Response>();
    const first = answers.answer(asked(), () => promise);
    // 2. The same one comes again.
    const { work, count } = createWork();
    expect(await refusalOf(answers.answer(asked(), work))).toBe("REQUEST_IN_PROGRESS");
    // 3. The first one is answered; now its answer is known.
    resolve(new Response("done"));
    await first;
    expect(await (await answers.answer(asked(), work)).text()).toBe("done");
    expect(count()).toBe(0);
  });

  it("can be tried again when it failed", async () => {
    const answers = new IdempotentAnswers(new ManualClock());
    const failing = () => Promise.reject(new Error("the disk is full"));
    expect(await refusalOf(answers.answer(asked(), failing))).toBe("Error: the disk is full");
    expect(await refusalOf(answers.answer(asked(), createWork(422).work))).toBe("answered 422");
    expect(await refusalOf(answers.answer(asked(), createWork().work))).toBe("answered 201");
  });

  it("whose answer held a secret is not answered twice", async () => {
    const answers = new IdempotentAnswers(new ManualClock());
    const { work, count } = createWork();
    await answers.answer(asked({ repetition: "refused" }), work);
    expect(await refusalOf(answers.answer(asked({ repetition: "refused" }), work))).toBe("REQUEST_DONE_BEFORE");
    expect(count()).toBe(1);
  });

  it("is remembered for 24 hours", async () => {
    const clock = new ManualClock();
    const answers = new IdempotentAnswers(clock);
    const { work, count } = createWork();
    await answers.answer(asked(), work);
    await clock.advance(24 * hour - 1);
    await answers.answer(asked(), work);
    expect(count()).toBe(1);
    await clock.advance(1);
    await answers.answer(asked(), work);
    expect(count()).toBe(2);
  });

  it("is forgotten, the oldest first, when there are more than 10,000; but not one that is being worked on", async () => {
    const answers = new IdempotentAnswers(new ManualClock());
    const { promise, resolve } = Promise.withResolvers<Response>();
    const hanging = answers.answer(asked({ key: "hanging" }), () => promise);
    const { work, count } = createWork();
    for (let index = 0; index < 10_000; index += 1) await answers.answer(asked({ key: `k${index}` }), work);
    expect(await refusalOf(answers.answer(asked({ key: "hanging" }), work))).toBe("REQUEST_IN_PROGRESS");
    const before = count();
    await answers.answer(asked({ key: "k1" }), work);
    expect(count()).toBe(before);
    await answers.answer(asked({ key: "k0" }), work);
    expect(count()).toBe(before + 1);
    resolve(new Response());
    await hanging;
  });

  it("is forgotten when the answers together are too long", async () => {
    const answers = new IdempotentAnswers(new ManualClock());
    const long = () => Promise.resolve(new Response("x".repeat(9_000_000)));
    await answers.answer(asked({ key: "first" }), long);
    await answers.answer(asked({ key: "second" }), long);
    const { work, count } = createWork();
    await answers.answer(asked({ key: "second" }), work);
    expect(count()).toBe(0);
    await answers.answer(asked({ key: "first" }), work);
    expect(count()).toBe(1);
  });
});

describe("an access token that is asked for with an Idempotency-Key (T50)", () => {
  const key = { "Idempotency-Key": "one-token" };

  it("is made once, and its secret is shown once", async () => {
    await using open = await openGateway();
    const wish = { label: "script", role: "viewer" };
    expect((await open.ask("POST", "/tokens", wish, key)).status).toBe(201);
    const again = await open.ask("POST", "/tokens", wish, key);
    expect([again.status, codeOf(again)]).toEqual([409, "REQUEST_DONE_BEFORE"]);
    const other = await open.ask("POST", "/tokens", { ...wish, label: "other" }, key);
    expect([other.status, codeOf(other)]).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
    expect((await open.ask("GET", "/tokens")).json()).toMatchObject({ items: [{ label: "script" }] });
  });

  it("is independent of the keys of somebody else, and of a request that was refused", async () => {
    await using open = await openGateway();
    const { token } = await makeToken(open, "admin");
    const body = JSON.stringify({ label: "script", role: "viewer" });
    const headers = { ...bearerOf(token), "Content-Type": "application/json", ...key };
    expect((await open.ask("POST", "/tokens", { label: "", role: "viewer" }, key)).status).toBe(400);
    expect((await open.ask("POST", "/tokens", { label: "script", role: "viewer" }, key)).status).toBe(201);
    expect((await open.exchange({ method: "POST", path: "/api/v1/tokens", headers, body })).status).toBe(201);
  });
});
