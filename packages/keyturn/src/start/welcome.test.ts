import { expect, it } from "vitest";
import { mergeLayers } from "../configuration/effective-configuration.ts";
import { type ReadyBot, describeReadyBot } from "./welcome.ts";

const ready: ReadyBot = {
  version: "1.2.3",
  configuration: mergeLayers([], "info", "/home/ada"),
  file: "/home/ada/keyturn.config.ts",
  url: "http://127.0.0.1:7420",
  loginLink: "http://127.0.0.1:7420/#code=ABCD-EFGH",
  channels: ["webchat"],
  plugins: [],
  isTokenGiven: false,
  isChatOffered: false,
  folder: "/home/ada",
  command: "keyturn",
  placeOptions: [],
  startMilliseconds: 412,
};

it("says where the bot is, what is on, and what to do next", () => {
  expect(describeReadyBot(ready).join("\n")).toBe(`\
Keyturn 1.2.3 is ready (0.41 s).

  Listening  http://127.0.0.1:7420
  Dashboard  http://127.0.0.1:7420/#code=ABCD-EFGH (opens once, within five minutes)
  Model      offline/eliza (needs no account; choose another with --model or KEYTURN_MODEL)
  Store      lowdb in .keyturn
  Channels   webchat
  Token      .keyturn/token
  Settings   keyturn.config.ts

Next:
  keyturn chat           talk with the bot, from another terminal
  keyturn sessions list  see its conversations
  keyturn login          another link to the dashboard
  Ctrl-C                 end the bot`);
});

it("leads other commands to a data folder that only this one was told of", () => {
  const lines = describeReadyBot({ ...ready, placeOptions: ["--data", "elsewhere"] });
  expect(lines.join("\n")).toContain("keyturn chat --data elsewhere  ");
});

it("offers the conversation where there is one, and tells which plugin is off and why", () => {
  const failed = {
    name: "weather",
    version: "1.0.0",
    state: "failed",
    reason: "WEATHER_KEY is\u001b[2J missing",
    isRequired: false,
    registrations: [],
  } as const;
  const lines = describeReadyBot({ ...ready, isChatOffered: true, plugins: [failed] });
  expect(lines).toContain('  ✗ The plugin "weather" is off: WEATHER_KEY is[2J missing');
  expect(lines.at(-2)).toContain("Write a message and press Enter.");
});
