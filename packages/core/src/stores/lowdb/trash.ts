import type { DataFolder } from "./data-folder.ts";
import { layout } from "./folder-layout.ts";

/**
 * The way out for transcripts of epochs that are over. One rename takes a whole transcript away; what a crash leaves in
 * the trash goes at the next start.
 */
export class Trash {
  readonly #folder: DataFolder;
  #discarded = 0;

  constructor(folder: DataFolder) {
    this.#folder = folder;
  }

  /** Removes a folder for good; fine when there is none. Trouble is reported: the next start tries again. */
  async discard(name: string): Promise<void> {
    this.#discarded += 1;
    const place = `${layout.trash}/${process.pid}.${this.#discarded}`;
    await this.#folder.upkeep(name, async () => {
      if (await this.#folder.rename(name, place)) await this.#folder.remove(place);
    });
  }

  /** Removes what is left from before. */
  async empty(): Promise<void> {
    for (const name of this.#folder.listNow(layout.trash)) {
      const place = `${layout.trash}/${name}`;
      await this.#folder.upkeep(place, () => this.#folder.remove(place));
    }
  }
}
