import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder for a store, until the end of the scope. */
export async function openFolder() {
  const root = await mkdtemp(join(tmpdir(), "keyturn-adapter-"));
  const path = join(root, "store");
  return {
    path,
    /** The folder as a process left it that is killed now. @returns the copy */
    async crash(): Promise<string> {
      const copy = join(root, "crashed");
      await cp(path, copy, { recursive: true });
      await rm(join(copy, "lock"), { recursive: true, force: true });
      return copy;
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}
