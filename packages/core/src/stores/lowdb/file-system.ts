/** Which state of a file was seen: another write gives another stamp. */
export interface FileStamp {
  readonly inode: number;
  /** Milliseconds since 1970, with fractions. */
  readonly modifiedAt: number;
  /** Bytes. */
  readonly size: number;
}

/** An open file or folder. Every call rejects with the system's own error. */
export interface OpenFile {
  /** Writes at the end of what was written; answers how many bytes were taken, which may be fewer than were given. */
  write(bytes: Uint8Array): Promise<number>;
  /** Forces the content to the disk. */
  datasync(): Promise<void>;
  /** Forces content and metadata to the disk; of a folder, its names. */
  sync(): Promise<void>;
  stamp(): Promise<FileStamp>;
  close(): Promise<void>;
}

/**
 * The calls that the lowdb store makes on the disk, as a port: tests give it full disks, denied files and crashes.
 * Paths are absolute. The calls that end in `Now` block: 100,000 files are read at a start in a third of the time.
 */
export interface FileSystem {
  /** `wx` makes a file that must not be there yet, `a` appends, `r` reads (a folder too, to sync it). */
  open(path: string, flags: "wx" | "a" | "r"): Promise<OpenFile>;
  readText(path: string): Promise<string>;
  readBytes(path: string): Promise<Uint8Array>;
  rename(from: string, to: string): Promise<void>;
  /** Gives the file a second name, which must be free. */
  link(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  /** Makes the folder and those above it, where they are missing. */
  makeFolder(path: string): Promise<void>;
  /** Removes a file or folder with everything in it; fine when it is not there. */
  remove(path: string): Promise<void>;
  readTextNow(path: string): string;
  /** The names in a folder. */
  listNow(path: string): readonly string[];
  /** Undefined when there is no such file. */
  stampNow(path: string): FileStamp | undefined;
}
