import { expect, it } from "vitest";
import { discordDefaults, discordOptionsSchema } from "./discord-options.ts";

it("has one set of defaults, which applications show", () => {
  expect(discordOptionsSchema.parse({ token: "a" })).toEqual({ ...discordDefaults, token: "a" });
});
