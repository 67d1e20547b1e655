import { expect, it } from "vitest";
import { reflect } from "./reflect.ts";

it.each([
  ["my dog hates you", "your dog hates me"],
  ["I am sure you are right", "you are sure I am right"],
  ["you know what I mean", "I know what you mean"],
  ["you to help me with my work", "me to help you with your work"],
  ["I'm glad, and you?", "you are glad, and you?"],
  ["I’ve lost myself", "you have lost yourself"],
  ["Paris in May", "Paris in May"],
  ["constructor of __proto__", "constructor of __proto__"],
])("sees %j from the other side: %j", (said, reflected) => {
  expect(reflect(said)).toBe(reflected);
});
