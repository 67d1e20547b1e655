import type { DataFolders } from "./data-folders.ts";
import type { Figure } from "./figure.ts";

/** What a row measures with. */
export interface Bench {
  /** Tiny sizes, to see that everything runs; the figures then mean nothing. */
  readonly isQuick: boolean;
  /** Five times as many messages where endurance is measured. */
  readonly isLong: boolean;
  readonly folders: DataFolders;
  /** Tells the person who waits what is being done. */
  readonly progress: (text: string) => void;
}

/** What a row came to. */
export interface RowResult {
  readonly figures: readonly Figure[];
  /** What one must know to read the figures. */
  readonly notes?: readonly string[];
}

/** One of the things that are measured. */
export interface Row {
  /** The argument that chooses it. */
  readonly name: string;
  readonly title: string;
  readonly measure: (bench: Bench) => Promise<RowResult>;
}

/** A row with what it came to, and how long that took. */
export interface MeasuredRow {
  readonly row: Row;
  readonly result: RowResult;
  readonly seconds: number;
}
