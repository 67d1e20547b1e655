import { expect, it } from "vitest";
import { publicAddressOf } from "./public-address.ts";

it.each([
  [{ publicUrl: undefined, basePath: "/bots/keyturn" }, undefined],
  [{ publicUrl: "https://bot.example.org", basePath: undefined }, "https://bot.example.org"],
  [{ publicUrl: "https://example.org/bots/keyturn/", basePath: undefined }, "https://example.org/bots/keyturn"],
  [{ publicUrl: "https://example.org", basePath: "/bots/keyturn" }, "https://example.org/bots/keyturn"],
  [
    { publicUrl: "https://example.org:8443/bots/keyturn", basePath: "/bots/keyturn" },
    "https://example.org:8443/bots/keyturn",
  ],
])("of %j is %s", (configuration, address) => {
  expect(publicAddressOf(configuration)).toBe(address);
});
