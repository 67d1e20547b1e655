import { expect, it } from "vitest";
import { BasePath } from "./base-path.ts";
import { HostAllowlist } from "./host-allowlist.ts";
import type { RequestFacts } from "./request-facts.ts";

const none = new BasePath("");

const facts: RequestFacts = {
  method: "GET",
  target: "/",
  path: "/",
  hosts: [],
  address: "192.0.2.1",
  peer: "192.0.2.1",
  port: 7420,
  header: () => undefined,
};

function isAllowed(list: HostAllowlist, ...hosts: readonly string[]): boolean {
  try {
    list.check({ ...facts, hosts });
    return true;
  } catch {
    return false;
  }
}

it("answers under the public URL's host and exactly its port", () => {
  const list = new HostAllowlist([], new URL("https://bot.example.org"), none);
  expect(isAllowed(list, "bot.example.org")).toBe(true);
  expect(isAllowed(list, "Bot.Example.Org:443")).toBe(true);
  expect(isAllowed(list, "bot.example.org:8443")).toBe(false);
  expect(isAllowed(list, "x.bot.example.org")).toBe(false);
  expect(isAllowed(new HostAllowlist([], new URL("http://bot.lan:8080"), none), "bot.lan:8080")).toBe(true);
  expect(isAllowed(new HostAllowlist([], new URL("http://bot.lan:8080"), none), "bot.lan")).toBe(false);
});

it("answers under further names on any port", () => {
  const list = new HostAllowlist(["192.0.2.7", "2001:DB8::7", "bot"], undefined, none);
  for (const host of ["192.0.2.7", "192.0.2.7:80", "[2001:db8::7]:7420", "bot:1"]) {
    expect(isAllowed(list, host), host).toBe(true);
  }
});

it.each([
  [[]],
  [[""]],
  [["localhost", "localhost"]],
  [["localhost:"]],
  [["localhost:123456"]],
  [["localhost:80:80"]],
  [["localhost/"]],
  [["localhost evil"]],
  [["::1"]],
  [["[::1"]],
  [["127.1"]],
  [["0.0.0.0"]],
  [["localhost."]],
])("does not answer under %j", (hosts) => {
  expect(isAllowed(new HostAllowlist(["127.0.0.1"], undefined, none), ...hosts)).toBe(false);
});
