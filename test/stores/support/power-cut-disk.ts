import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmdirSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const megabyte = 1_048_576;

/**
 * A disk of its own whose power can be cut. Its image lies on a file system that can copy a file at once, as it is
 * (reflink): such a copy has what had reached the disk, and nothing that the system only had in memory.
 */
export class PowerCutDisk {
  readonly #root: string;
  readonly #mounted: string[] = [];
  #cuts = 0;

  /** Makes the disk in an empty folder. */
  constructor(root: string) {
    this.#root = root;
    this.#makeImage("host.img", 400);
    run("mkfs.xfs", "-q", "-m", "reflink=1", this.#pathOf("host.img"));
    this.#mount("host.img", "host");
    this.#makeImage("host/disk.img", 64);
    run("mkfs.ext4", "-q", this.#pathOf("host/disk.img"));
    this.#mount("host/disk.img", "disk");
  }

  /** Why there can be none here; undefined where it works. */
  static whyNot(): string | undefined {
    if (process.platform !== "linux") return "it needs Linux";
    if (process.getuid?.() !== 0) return "it needs root, to mount a disk";
    const missing = ["mkfs.xfs", "mkfs.ext4", "losetup"].filter((name) => !exists(name));
    if (missing.length > 0) return `${missing.join(" and ")} cannot be found (Debian: xfsprogs, e2fsprogs, mount)`;
    const folder = mkdtempSync(path.join(tmpdir(), "keyturn-"));
    try {
      run("losetup", "--find");
      run("mount", "-t", "tmpfs", "none", folder);
      run("umount", folder);
      return undefined;
    } catch {
      return "this place lets nobody mount a disk";
    } finally {
      rmdirSync(folder);
    }
  }

  /** Where the disk is mounted. */
  get path(): string {
    return this.#pathOf("disk");
  }

  /** Takes a picture of the disk as a power cut at this moment would leave it. Answers its image. */
  cut(): string {
    this.#cuts += 1;
    const image = `host/cut-${this.#cuts}.img`;
    run("cp", "--reflink=always", this.#pathOf("host/disk.img"), this.#pathOf(image));
    return image;
  }

  /** Starts a disk again after a cut. Answers where it is mounted. */
  start(image: string): string {
    const place = path.basename(image, ".img");
    this.#mount(image, place);
    return this.#pathOf(place);
  }

  /** Takes everything down. */
  remove(): void {
    for (const place of this.#mounted.splice(0).toReversed()) run("umount", place);
  }

  #makeImage(name: string, megabytes: number): void {
    writeFileSync(this.#pathOf(name), "");
    truncateSync(this.#pathOf(name), megabytes * megabyte);
  }

  #mount(image: string, place: string): void {
    mkdirSync(this.#pathOf(place));
    run("mount", "-o", "loop", this.#pathOf(image), this.#pathOf(place));
    this.#mounted.push(this.#pathOf(place));
  }

  #pathOf(name: string): string {
    return path.join(this.#root, name);
  }
}

function run(command: string, ...arguments_: readonly string[]): void {
  execFileSync(command, arguments_, { stdio: ["ignore", "ignore", "pipe"] });
}

function exists(command: string): boolean {
  try {
    execFileSync("which", [command], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
