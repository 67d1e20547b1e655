import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type ContentCoding, codingSuffixes } from "./content-coding.ts";

/** A file of the dashboard in one form, as it is answered with. */
export interface DashboardForm {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** A strong entity tag, quotes included: of these bytes, so that each form has its own. */
  readonly entityTag: string;
}

/** A file of the dashboard. */
export interface DashboardFile {
  readonly mediaType: string;
  readonly plain: DashboardForm;
  /** The same compressed, in the ways that made it smaller. */
  readonly coded: Readonly<Partial<Record<ContentCoding, DashboardForm>>>;
}

/** A page as it was built, and what it loads, by name. Nothing else can be asked for. */
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
 * Reads a built page into memory, so that no request ever names a file: by default the dashboard. Undefined when it was not
 * built, as in a program that runs from the sources without having built it.
 * @param folder where it was built.
 * @param assets what the folder of what it loads is called there.
 */
export function readDashboardFiles(folder: string = builtFolder, assets = "assets"): DashboardFiles | undefined {
  const page = readBuiltFile(join(folder, "index.html"), "text/html; charset=utf-8");
  if (page === undefined) return undefined;
  const names = readdirSync(join(folder, assets));
  return { page, assets: new Map(names.flatMap((name) => readAsset(join(folder, assets), name))) };
}

/** What has no media type here is not served; compressed files are no files of their own. */
function readAsset(folder: string, name: string): readonly (readonly [string, DashboardFile])[] {
  const mediaType = mediaTypes[name.split(".").at(-1) ?? ""];
  const file = mediaType === undefined ? undefined : readBuiltFile(join(folder, name), mediaType);
  return file === undefined ? [] : [[name, file]];
}

/** A file of a build, with its compressed forms; undefined when there is none. */
export function readBuiltFile(path: string, mediaType: string): DashboardFile | undefined {
  const plain = readForm(path);
  if (plain === undefined) return undefined;
  const [br, gzip] = [readForm(path + codingSuffixes.br), readForm(path + codingSuffixes.gzip)];
  return { mediaType, plain, coded: { ...(br && { br }), ...(gzip && { gzip }) } };
}

function readForm(path: string): DashboardForm | undefined {
  try {
    return toForm(readFileSync(path));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** What bytes are answered with. */
export function toForm(content: Uint8Array): DashboardForm {
  const digest = createHash("sha256").update(content).digest("base64url").slice(0, 22);
  return { bytes: new Uint8Array(content), entityTag: `"${digest}"` };
}
