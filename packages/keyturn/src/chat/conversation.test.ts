import { PassThrough } from "node:stream";
import { type Bot, createBot } from "@keyturn/core";
import { type Gateway, createGateway, createWebChat } from "@keyturn/gateway";
import { GatewayClient } from "@keyturn/gateway/client";
import { ScriptedTurnRunner } from "@keyturn/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Terminal } from "../command-line/terminal.ts";
import { createTypedConversation } from "./chat.ts";
import type { Conversation } from "./conversation.ts";

/** A terminal in memory: what is typed into it, and what stands on it. */
class Screen implements Terminal {
  readonly input = new PassThrough();
  readonly isInteractive = true;
  readonly hasColor = false;
  readonly columns = 80;
  readonly environment = {};
  readonly command = "keyturn";
  readonly folder = "/";
  text = "";
  readonly #watchers = new Set<() => void>();

  write(text: string): void {
    this.text += text;
    for (const watcher of this.#watchers) watcher();
    this.#watchers.clear();
  }

  print(line: string): void {
    this.write(`${line}\n`);
  }

  printError(line: string): void {
    this.write(`${line}\n`);
  }

  type(keys: string): void {
    this.input.write(keys);
  }

  async shows(text: string): Promise<void> {
    while (!this.text.includes(text)) await new Promise<void>((resolve) => this.#watchers.add(resolve));
  }
}

const enter = "\r";
const ctrlC = "\u0003";
const ctrlD = "\u0004";

let runner: ScriptedTurnRunner;
let bot: Bot;
let gateway: Gateway;
let screen: Screen;
let conversation: Conversation;
let held: Promise<unknown>;

beforeEach(async () => {
  runner = new ScriptedTurnRunner();
  const webChat = createWebChat();
  bot = await createBot({ turnRunner: runner, plugins: [webChat.plugin] });
  await bot.start();
  const token = "only-for-this-test";
  gateway = createGateway({ bot, webChat, token, port: 0 });
  const client = new GatewayClient({ url: (await gateway.listen()).url, token });
  screen = new Screen();
  conversation = createTypedConversation(client, "desk", screen);
  held = conversation.hold();
  await screen.shows("› ");
});

afterEach(async () => {
  conversation.leave();
  await held;
  await gateway.close();
  await bot.stop(0);
});

describe("a conversation in a terminal", () => {
  it("shows the answer word by word, and keeps what is typed meanwhile for later", async () => {
    screen.type(`hello${enter}`); // 1. a message
    const run = await runner.nextRun();
    expect(run.texts).toEqual(["hello"]);
    run.write("Good "); // 2. the answer begins
    await screen.shows("Good ");
    screen.type("next"); // 3. what is typed does not get in between
    run.answer("morning"); // 4. the rest, and the prompt with what was typed
    await screen.shows("Good morning\n");
    await screen.shows("› next");
    screen.type(enter);
    expect((await runner.nextRun()).texts).toEqual(["next"]);
  });

  it("carries commands past the answer that is being written", async () => {
    screen.type(`hello${enter}`);
    const run = await runner.nextRun();
    run.write("Good ");
    await screen.shows("Good ");
    screen.type(`/stop${enter}`);
    await screen.shows("Stopped. What was said so far is kept.");
    await screen.shows("(stopped)");
    expect(run.isAborted).toBe(true);
  });

  it("stops the answer at Ctrl-C and leaves at the next one", async () => {
    screen.type(`hello${enter}`);
    const run = await runner.nextRun();
    run.write("Good ");
    await screen.shows("Good ");
    screen.type(ctrlC); // 1. an answer is being written
    await screen.shows("(stopped)");
    expect(run.isAborted).toBe(true);
    expect(conversation.isInterrupted).toBe(false);
    screen.type(ctrlC); // 2. none is
    await held;
    expect(conversation.isInterrupted).toBe(true);
  });

  it("leaves at the second Ctrl-C also when the answer does not stop", async () => {
    screen.type(`hello${enter}`);
    await runner.nextRun();
    screen.type(ctrlC + ctrlC);
    await held;
    expect(conversation.isInterrupted).toBe(true);
  });

  it("ends at Ctrl-D without being interrupted", async () => {
    screen.type(ctrlD);
    await held;
    expect(conversation.isInterrupted).toBe(false);
  });

  it("tells why a message is not taken, and goes on", async () => {
    screen.type(`${"x".repeat(100_001)}${enter}`);
    await screen.shows("at most 100000 are taken");
    screen.type(`hello${enter}`);
    expect((await runner.nextRun()).texts).toEqual(["hello"]);
  });
});
