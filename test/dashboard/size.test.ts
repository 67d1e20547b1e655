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
