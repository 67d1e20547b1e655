import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** A file of the dashboard, as it is answered with. */
export interface DashboardFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
  /** A strong entity tag, quotes included. */
  readonly entityTag: string;
}

/** The dashboard as it was built: its page, and what the page loads, by name. Nothing else can be asked for. */
export interface DashboardFiles {
  readonly page: DashboardFile;
  readonly assets: ReadonlyMap<string, DashboardFile>;
}

/** Where the build puts it: beside the compiled sources, found alike from those and from the sources themselves. */
const builtFolder = join(import.meta.dirname, "../../dist/browser");

const mediaTypes: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
};

/**
 * Reads the built dashboard into memory, so that no request ever names a file. Undefined when it was not built, as in a
 * program that runs from the sources without having built it.
 * @param folder where it was built.
 */
export function readDashboardFiles(folder: string = builtFolder): DashboardFiles | undefined {
  const page = readPage(folder);
  if (page === undefined) return undefined;
  const names = readdirSync(join(folder, "assets"));
  return { page, assets: new Map(names.flatMap((name) => readAsset(join(folder, "assets"), name))) };
}

function readPage(folder: string): DashboardFile | undefined {
  try {
    return toFile(readFileSync(join(folder, "index.html")), "text/html; charset=utf-8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** What has no media type here is not served. */
function readAsset(folder: string, name: string): readonly (readonly [string, DashboardFile])[] {
  const mediaType = mediaTypes[name.split(".").at(-1) ?? ""];
  return mediaType === undefined ? [] : [[name, toFile(readFileSync(join(folder, name)), mediaType)]];
}

function toFile(content: Uint8Array, mediaType: string): DashboardFile {
  const digest = createHash("sha256").update(content).digest("base64url").slice(0, 22);
  return { bytes: new Uint8Array(content), mediaType, entityTag: `"${digest}"` };
}
