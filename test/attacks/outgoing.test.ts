import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Visitor, parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Modules that can open a connection. */
const network =
  /^(node:)?(http|https|http2|net|tls|dgram|dns|dns\/promises|child_process)$|^(undici|axios|got|ws|node-fetch)$/;

/** What of them opens none: the server's own side, and questions about addresses. */
const harmless: ReadonlySet<string> = new Set([
  "BlockList",
  "IncomingMessage",
  "RequestListener",
  "Server",
  "ServerResponse",
  "createServer",
  "isIP",
  "isIPv4",
  "isIPv6",
]);

const globals: ReadonlySet<string> = new Set(["fetch", "WebSocket", "EventSource", "XMLHttpRequest"]);

/** Every way to the outside that a source has. */
function waysOut(file: string, source: string): readonly string[] {
  const found: string[] = [];
  const note = (what: string) => found.push(`${file}: ${what}`);
  const visitor = new Visitor({
    ImportDeclaration({ source: { value }, specifiers }) {
      if (!network.test(value)) return;
      for (const specifier of specifiers) {
        const name =
          specifier.type === "ImportSpecifier" && "name" in specifier.imported ? specifier.imported.name : "*";
        if (!harmless.has(name)) note(`${name} of ${value}`);
      }
    },
    ImportExpression({ source: loaded }) {
      if (loaded.type !== "Literal" || typeof loaded.value !== "string" || network.test(loaded.value)) note("import()");
    },
    CallExpression({ callee }) {
      if (callee.type === "Identifier" && globals.has(callee.name)) note(callee.name);
    },
    NewExpression({ callee }) {
      if (callee.type === "Identifier" && globals.has(callee.name)) note(callee.name);
    },
    MemberExpression({ object }) {
      if (object.type === "Identifier" && object.name === "globalThis") note("globalThis");
    },
  });
  visitor.visit(parseSync(file, source).program);
  return found;
}

describe("the gateway (T41)", () => {
  it("connects to nothing, whatever address it is told: it has no way to", () => {
    const files = globSync("packages/gateway/src/**/*.ts", { cwd: root }).filter(
      (file) => !file.endsWith(".test.ts") && !file.startsWith("packages/gateway/src/client/"),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(files.flatMap((file) => waysOut(file, readFileSync(join(root, file), "utf8")))).toEqual([]);
  });

  it("would be caught if it had one", () => {
    const sources = [
      'import { request } from "node:https"; request("http://169.254.169.254");',
      'import * as http from "http";',
      'const { connect } = await import("node:net");',
      'await fetch("http://[::1]");',
      'globalThis.fetch("http://0x7f.1");',
      'new WebSocket("ws://evil.example");',
    ];
    expect(sources.filter((source) => waysOut("made-up.ts", source).length === 0)).toEqual([]);
  });
});
