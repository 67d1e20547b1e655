import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ConfigurationError } from "../errors.ts";
import { type ToolDefinition, assertToolDefinition, defineTool } from "./tool.ts";

const add: ToolDefinition = defineTool({
  name: "add",
  description: "Adds two numbers.",
  inputSchema: z.object({ a: z.number(), b: z.number() }),
  execute: ({ a, b }) => a + b,
});

describe("defineTool", () => {
  it("gives the tool back", () => {
    expect(add.name).toBe("add");
  });

  it.each<[string, object]>([
    ['The tool name "a b" is not allowed', { name: "a b" }],
    ['The tool name "" is not allowed', { name: "" }],
    ["The tool name undefined is not allowed", { name: undefined }],
    ["The tool add has no description", { description: " " }],
    ["The input schema of the tool add must describe an object", { inputSchema: z.string() }],
    [
      "The input schema of the tool add cannot be written as JSON Schema (library: other)",
      { inputSchema: { "~standard": { version: 1, vendor: "other", validate: () => ({ value: {} }) } } },
    ],
  ])("refuses with: %s", (message, change) => {
    const check = () => assertToolDefinition({ ...add, ...change });
    expect(check).toThrow(ConfigurationError);
    expect(check).toThrow(message);
  });
});
