import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ModelServer, startModelServer } from "@keyturn/testkit";
import { type RunningBot, startBot } from "./support/running-bot.ts";
import { type TemporaryFolder, createTemporaryFolder } from "./support/temporary-folder.ts";

let folder: TemporaryFolder;
let model: ModelServer;
let bot: RunningBot;

beforeAll(async () => {
  folder = await createTemporaryFolder();
  model = await startModelServer();
  bot = await startBot({ folder: folder.path, model });
});

afterAll(async () => {
  await bot.process.dispose();
  await model.close();
  await folder.remove();
});

const unknownId = "s_AAAAAAAAAAAAAAAAAAAAAA";

function post(body: string): RequestInit {
  return { method: "POST", headers: { "content-type": "application/json" }, body };
}

function message(text: string): string {
  return JSON.stringify({ conversation: "desk", text });
}

describe("a request that is not right gets a clear answer and changes nothing", () => {
  it.each<[string, string, RequestInit, number, string]>([
    [
      "a wrong token",
      "/sessions",
      { headers: { authorization: "Bearer nobody-knows-this-one" } },
      401,
      "AUTHENTICATION_REQUIRED",
    ],
    ["no token", "/sessions", { headers: { authorization: "" } }, 401, "AUTHENTICATION_REQUIRED"],
    ["an unknown session", `/sessions/${unknownId}`, {}, 404, "SESSION_NOT_FOUND"],
    [
      "the delete of an unknown session",
      `/sessions/${unknownId}`,
      { ...post("{}"), method: "DELETE" },
      404,
      "SESSION_NOT_FOUND",
    ],
    ["what is no session id", "/sessions/nonsense", {}, 400, "REQUEST_INVALID"],
    ["malformed JSON", "/webchat/messages", post('{"text": '), 400, "BODY_MALFORMED"],
    ["a body of more than 1 MiB", "/webchat/messages", post(" ".repeat(2 ** 20 + 1)), 413, "BODY_TOO_LARGE"],
    [
      "a text of more than 100,000 characters",
      "/webchat/messages",
      post(message("x".repeat(100_001))),
      413,
      "INPUT_TOO_LARGE",
    ],
    ["a text of nothing", "/webchat/messages", post(message("")), 400, "REQUEST_INVALID"],
    [
      "an unknown field",
      "/webchat/messages",
      post('{"conversation":"desk","text":"x","role":"admin"}'),
      400,
      "REQUEST_INVALID",
    ],
  ])("%s", async (_, target, init, status, code) => {
    const response = await bot.request(target, init);
    const problem: unknown = await response.json();
    expect(response.headers.get("content-type")).toContain("application/problem+json");
    expect(problem).toMatchObject({ status, code });
    expect(JSON.stringify(problem)).toMatch(/"detail":"[^"]{20,}/);
    expect((await bot.client.list()).items).toEqual([]);
    expect(model.requests).toEqual([]);
  });

  it("and the bot still takes a text of 100,000 characters", async () => {
    const response = await bot.request("/webchat/messages", post(message("x".repeat(100_000))));
    expect(response.status).toBe(202);
    expect((await model.nextRequest()).lastUserText).toContain("x".repeat(100_000));
  });
});
