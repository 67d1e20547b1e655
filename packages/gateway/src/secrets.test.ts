import { definePlugin } from "@keyturn/core";
import { expect, it } from "vitest";
import { openGateway, testToken } from "../test-support/open-gateway.ts";

it("tells its token in no answer, no event and no line of the log, whatever goes wrong (T10)", async () => {
  const leaky = definePlugin({
    name: "leaky",
    version: "1.0.0",
    setup(context) {
      context.command({
        name: "leak",
        description: "Fails with a secret in its message",
        run: () => Promise.reject(new Error("the plugin's own words")),
      });
    },
  });
  await using open = await openGateway({ bot: { plugins: [leaky] } });
  await using chat = await openGateway();
  const answers: string[] = [];
  const events = await chat.events();
  const collect = async (method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>) => {
    for (const gateway of [open, chat]) {
      const answer = await gateway.ask(method, path, body, headers);
      answers.push(JSON.stringify(answer.headers), answer.text);
    }
  };
  const sessionId = await chat.converse("hello", "hi");
  const run = await chat.startRun("hello");
  for (const path of ["/status", "/sessions", "/runs", `/sessions/${sessionId}`, `/sessions/${sessionId}/messages`]) {
    await collect("GET", path);
    await collect("GET", `${path}?token=${testToken}`);
    await collect("PUT", path);
  }
  await collect("GET", `/sessions/${sessionId}/export`);
  await collect("GET", `/runs/${run.runId}`);
  await collect("GET", `/sessions/${testToken}`);
  await collect("GET", `/${testToken}`);
  await collect("GET", `/sessions?cursor=${testToken}`);
  await collect("POST", "/webchat/messages", { conversation: "lobby", text: 5 });
  await collect("POST", "/webchat/messages", { conversation: "lobby", text: "/leak" });
  await collect("POST", `/sessions/${sessionId}/reset`, { reason: 5 });
  await collect("GET", "/status", undefined, { Authorization: `Basic ${testToken}` });
  await collect("GET", "/status", undefined, { Authorization: `Bearer x${testToken}` });
  await collect("GET", "/status", undefined, { Host: `${testToken}.example` });
  Object.defineProperty(chat.bot.sessions, "list", {
    value: () => Promise.reject(new Error("something nobody foresaw, in /srv/keyturn")),
  });
  await collect("GET", "/sessions");
  await collect("DELETE", `/sessions/${sessionId}`);
  const told = (await events.nextUntil("session.delete")).map(({ text }) => text);

  const everything = [...answers, ...told, ...open.log.lines, ...chat.log.lines].join("\n");
  expect(everything).not.toContain(testToken);
  expect(everything).not.toContain(testToken.slice(0, 8));
  expect(answers.join("\n")).not.toMatch(/\/srv\/keyturn|nobody foresaw|at \w+ \(|\.ts:\d+/);
  expect(chat.log.lines.join("\n")).toContain("something nobody foresaw");
});
