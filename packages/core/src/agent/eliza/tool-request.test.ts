import { describe, expect, it } from "vitest";
import type { OfferedTool } from "../language-model.ts";
import { findToolRequest } from "./tool-request.ts";

function tool(
  name: string,
  properties: OfferedTool["inputSchema"]["properties"] = {},
  required?: string[],
): OfferedTool {
  return { type: "function", name, inputSchema: { type: "object", properties, ...(required && { required }) } };
}

const time = tool("time", { zone: { type: "string" } }, []);
const weather = tool("get_weather", { city: { type: "string" } }, ["city"]);
const dice = tool("roll-dice", { count: { type: "integer" }, sides: { type: "number" } }, ["count"]);
const light = tool("light", { state: { enum: ["on", "off"] }, isBright: { type: "boolean" } }, ["state", "isBright"]);
const tools = [time, weather, dice, light];

describe("findToolRequest", () => {
  it.each([
    ["use the tool time", "time", {}],
    ["please use `get_weather` for Paris", "get_weather", { city: "Paris" }],
    ['call get_weather with {"city":"Rome"}', "get_weather", { city: "Rome" }],
    ["run roll dice 3 20", "roll-dice", { count: 3, sides: 20 }],
    ["use light: off", "light", { state: "off", isBright: true }],
    ["What time is it?", "time", {}],
    ["what’s the weather in New York?", "get_weather", { city: "New York" }],
    ["Roll 2 dice for me", "roll-dice", { count: 2 }],
  ])("understands %j", (message, toolName, input) => {
    const withoutGuesses = { toolName, input: expect.objectContaining(input) };
    expect(findToolRequest(message, tools)).toEqual(withoutGuesses);
  });

  it.each(["I waste my time", "the light went out", "I use timers", "hello", ""])(
    "does not take %j for a request",
    (message) => {
      expect(findToolRequest(message, tools)).toBeUndefined();
    },
  );

  it("finds no tool where none is offered", () => {
    expect(findToolRequest("use time", [])).toBeUndefined();
  });
});
