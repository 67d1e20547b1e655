import { expect, it } from "vitest";
import { nearestWord } from "./nearest-word.ts";

const words = ["model", "instructions", "plugins", "port", "host"];

it.each([
  ["modle", "model"],
  ["instruction", "instructions"],
  ["Plugin", "plugins"],
  ["prot", "port"],
])("takes %s for %s", (written, meant) => {
  expect(nearestWord(written, words)).toBe(meant);
});

it("does not guess when nothing is near", () => {
  expect(nearestWord("colour", words)).toBeUndefined();
});
