import { format, inspect } from "node:util";
import { expect, it } from "vitest";
import { Secret } from "./secret.ts";

const canary = "canary-8c1f";

it("shows that it is set, and nothing else, in every form of text", () => {
  const secret = new Secret(canary);
  const texts = [
    String(secret),
    "".concat(String(secret)),
    JSON.stringify({ token: secret }),
    inspect(secret, { showHidden: true, depth: 9 }),
    inspect({ nested: [secret] }),
    format("%s %o %O %j", secret, secret, secret, secret),
    JSON.stringify(Object.entries(secret)),
    JSON.stringify(Object.assign({}, secret)),
  ];
  expect(texts.filter((text) => text.includes(canary))).toEqual([]);
  expect(JSON.stringify({ token: secret })).toBe('{"token":{"set":true}}');
});

it("gives its value to whoever asks for it by name", () => {
  expect(new Secret(canary).reveal()).toBe(canary);
});
