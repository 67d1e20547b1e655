import { expect, it } from "vitest";
import { openGateway, testToken } from "../../test-support/open-gateway.ts";
import { GatewayClient } from "./gateway-client.ts";
import { VisitorClient } from "./visitor-client.ts";

it("begins, sends, reads, stops, resets and is forgotten", async () => {
  await using open = await openGateway();
  const operator = new GatewayClient({ url: open.url, token: testToken });
  const { token } = await operator.visitors.begin();
  const visitor = new VisitorClient({ url: open.url, token });
  expect(await visitor.send("hello", { idempotencyKey: "key-1" })).toHaveProperty("messageId");
  expect(await visitor.send("hello", { idempotencyKey: "key-1" })).toEqual({ duplicate: true });
  expect(await visitor.send("/help")).toMatchObject({ command: "help" });
  const run = await open.runner.nextRun();
  run.write("So far ");
  expect(await visitor.messages({ limit: 5 })).toMatchObject({ run: { text: "So far " } });
  await visitor.stop({ runId: run.turn.runId });
  expect(run.isAborted).toBe(true);
  expect(await visitor.reset()).toEqual({ epoch: 2 });
  await visitor.forget();
  await expect(visitor.messages()).rejects.toMatchObject({ code: "AUTHENTICATION_REQUIRED" });
});

it("reads the visitor's events until an operator ends the visitor", async () => {
  await using open = await openGateway();
  const operator = new GatewayClient({ url: open.url, token: testToken });
  const { id, token } = await operator.visitors.begin();
  const visitor = new VisitorClient({
    url: open.url,
    token,
    timers: { startTimer: (milliseconds, callback) => open.clock.startTimer(milliseconds, callback) },
  });
  const events = visitor.events();
  const nextType = async () => {
    const next = await events.next();
    return next.done === true ? undefined : next.value.type;
  };
  expect(await nextType()).toBe("hello");
  await visitor.send("hello");
  const run = await open.runner.nextRun();
  run.answer("hi");
  const types: (string | undefined)[] = [];
  while (types.at(-1) !== "chat.end") types.push(await nextType());
  expect(types).toEqual(["chat.change", "chat.start", "chat.draft", "chat.end"]);
  await operator.visitors.revoke(id);
  const ended = nextType();
  const refused = expect(ended).rejects.toMatchObject({ code: "AUTHENTICATION_REQUIRED" });
  await expect.poll(() => open.clock.advance(1_000).then(() => open.log.lines.join("\n"))).toContain("401");
  await refused;
});
