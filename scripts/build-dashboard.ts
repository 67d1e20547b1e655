/** `node scripts/build-dashboard.ts`: builds what runs in browsers when it is not there, or its sources have changed since. `--always` builds it in any case. */
import { createHash } from "node:crypto";
import { globSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { brotliCompressSync, gzipSync } from "node:zlib";

const root = join(import.meta.dirname, "..");
const folder = join(root, "packages/gateway/dashboard");
const stamp = ".sources";

/** What is built: each from its configurations, one after the other, into a folder of its own. */
const pages = [
  { built: join(root, "packages/gateway/dist/browser"), configurations: ["vite.config.ts"] },
  {
    built: join(root, "packages/gateway/dist/chat"),
    configurations: ["visitor/vite.config.ts", "visitor/loader.vite.config.ts"],
  },
] as const;

/** Builds the dashboard and the page of visitors when what lies in their folder is not what was built last. */
export async function buildDashboard({ always = false }: { readonly always?: boolean } = {}): Promise<void> {
  const digest = digestOfSources();
  for (const page of pages) if (always || builtDigest(page.built) !== digest) await buildPage(page, digest);
}

async function buildPage({ built, configurations }: (typeof pages)[number], digest: string): Promise<void> {
  // Loaded when it is needed: a start that has nothing to build does not wait for it.
  const { build } = await import("vite");
  // A test runner's mode is none of the dashboard's.
  process.env["NODE_ENV"] = "production";
  // Beside its place, and moved there whole: whoever reads it meanwhile finds the old one or the new one.
  const outDir = `${built}.${process.pid}`;
  for (const name of configurations) {
    await build({ configFile: join(folder, name), mode: "production", logLevel: "warn", build: { outDir } });
  }
  compress(outDir);
  writeFileSync(join(outDir, stamp), digest);
  rmSync(built, { recursive: true, force: true });
  renameSync(outDir, built);
}

/** Lays each file beside itself in the forms that browsers take: as small as can be, since it is done once. */
function compress(outDir: string): void {
  for (const name of globSync("**/*.{css,html,js,svg}", { cwd: outDir })) {
    const content = readFileSync(join(outDir, name));
    const forms = { ".br": brotliCompressSync(content), ".gz": gzipSync(content, { level: 9 }) };
    for (const [suffix, form] of Object.entries(forms)) {
      if (form.byteLength < content.byteLength) writeFileSync(join(outDir, name + suffix), form);
    }
  }
}

/** What the build is made of: the sources, and the versions of what they import. */
function digestOfSources(): string {
  const hash = createHash("sha256");
  const sources = globSync("**/*.{css,html,json,svg,ts,tsx}", { cwd: folder }).filter(
    (file) => !file.endsWith(".test.ts"),
  );
  for (const file of sources.toSorted()) hash.update(file).update(readFileSync(join(folder, file)));
  for (const file of ["pnpm-lock.yaml", "scripts/build-dashboard.ts"]) hash.update(readFileSync(join(root, file)));
  return hash.digest("hex");
}

function builtDigest(built: string): string | undefined {
  try {
    return readFileSync(join(built, stamp), "utf8");
  } catch {
    return undefined;
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { always: { type: "boolean", default: false } } });
  await buildDashboard(values);
}
