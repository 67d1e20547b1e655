import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";

const folder = join(import.meta.dirname, "../../packages/gateway/dist/browser");
const page = readFileSync(join(folder, "index.html"), "utf8");
const names = readdirSync(join(folder, "assets")).filter((name) => /\.(css|js|svg)$/.test(name));
const sizes = new Map(
  names.map((name) => [name, gzipSync(readFileSync(join(folder, "assets", name)), { level: 9 }).byteLength]),
);

function sum(names: Iterable<string>): number {
  return [...names].reduce((total, name) => total + (sizes.get(name) ?? 0), gzipSync(page).byteLength);
}

describe("the dashboard", () => {
  it("loads its first screen with 110 kB at most, and is 170 kB altogether", () => {
    const first = [...page.matchAll(/\.\/assets\/([^"]+)/g)].map(([, name = ""]) => name);
    expect(first.length).toBeGreaterThan(1);
    expect(sum(first)).toBeLessThanOrEqual(110_000);
    expect(sum(sizes.keys())).toBeLessThanOrEqual(170_000);
  });

  it("names nothing of another origin, and has no inline script or style (T36)", () => {
    expect(page).not.toMatch(/https?:|<style|style=|<script(?![^>]*src=)/);
  });
});

describe("the page of visitors", () => {
  it("is 45 kB at most, and the script that embeds it 2 kB", () => {
    const chat = join(import.meta.dirname, "../../packages/gateway/dist/chat");
    const sizeOf = (path: string) => gzipSync(readFileSync(join(chat, path)), { level: 9 }).byteLength;
    const assets = readdirSync(join(chat, "chat")).filter((name) => !/\.(?:br|gz)$/.test(name));
    const loader = sizeOf("chat.js");
    const all = assets.reduce((total, name) => total + sizeOf(join("chat", name)), sizeOf("index.html") + loader);
    expect(all).toBeLessThanOrEqual(45_000);
    expect(loader).toBeLessThanOrEqual(2_000);
    expect(readFileSync(join(chat, "index.html"), "utf8")).not.toMatch(/https?:|<style|style=|<script(?![^>]*src=)/);
  });
});
