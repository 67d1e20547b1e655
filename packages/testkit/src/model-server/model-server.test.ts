import { afterEach, beforeEach, expect, it } from "vitest";
import { type ModelServer, startModelServer } from "./model-server.ts";

let server: ModelServer;

beforeEach(async () => {
  server = await startModelServer();
});

afterEach(() => server.close());

function ask(text: string, signal?: AbortSignal): Promise<Response> {
  return fetch(`${server.url}/chat/completions`, {
    method: "POST",
    headers: { authorization: "Bearer key" },
    body: JSON.stringify({
      model: "small",
      messages: [{ role: "user", content: [{ type: "text", text }] }],
      tools: [{ type: "function", function: { name: "clock" } }],
    }),
    ...(signal !== undefined && { signal }),
  });
}

it("streams an answer piece by piece, when the test says so", async () => {
  const asked = ask("hello");
  const request = await server.nextRequest(); // 1. the request is there, and nothing was answered
  expect(request).toMatchObject({ model: "small", lastUserText: "hello", tools: ["clock"] });
  expect(request.headers.authorization).toBe("Bearer key");
  await request.write("Hel"); // 2. the first piece comes while the rest is not written yet
  const reader = (await asked).body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toContain('"content":"Hel"');
  await request.finish("lo"); // 3. the rest, and the end
  let rest = "";
  for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) rest += read.value;
  expect(rest).toContain('"content":"lo"');
  expect(rest).toMatch(/"finish_reason":"stop".*"total_tokens":15.*\[DONE\]\n\n$/s);
  expect(request.isClosed).toBe(false);
});

it("knows when the caller went away, and a late answer then does no harm", async () => {
  const caller = new AbortController();
  const asked = ask("hello", caller.signal).catch((error: unknown) => error);
  const request = await server.nextRequest();
  caller.abort();
  await request.closed;
  await request.finish("too late");
  expect(request.isClosed).toBe(true);
  expect(await asked).toBeInstanceOf(DOMException);
});

it("calls tools, fails, and breaks off", async () => {
  const calling = ask("one");
  const first = await server.nextRequest();
  await first.callTool("clock", { zone: "UTC" });
  await first.finish();
  const text = await (await calling).text();
  expect(text).toContain('"function":{"name":"clock","arguments":"{\\"zone\\":\\"UTC\\"}"}');
  expect(text).toContain('"finish_reason":"tool_calls"');

  const failing = ask("two");
  await (await server.nextRequest()).fail(429, "Slower.", { "retry-after": "3" });
  const failed = await failing;
  expect(failed.status).toBe(429);
  expect(failed.headers.get("retry-after")).toBe("3");

  const breaking = ask("three").catch((error: unknown) => error);
  (await server.nextRequest()).breakOff();
  expect(await breaking).toBeInstanceOf(TypeError);
});

it("answers by itself where it is told how", async () => {
  await using echo = await startModelServer({ answer: (request) => `You said ${request.lastUserText}` });
  const response = await fetch(`${echo.url}/chat/completions`, {
    method: "POST",
    body: JSON.stringify({ model: "m", messages: [{ role: "user", content: "hi" }] }),
  });
  expect(await response.text()).toContain('"content":"You said hi"');
});
