import type { SlackFile } from "../world/slack-file.ts";
import type { SlackWorld } from "../world/slack-world.ts";

/** What a new file is. */
export interface FileStart {
  readonly teamId: string;
  readonly userId: string;
  readonly name: string;
  readonly title?: string | undefined;
  /** @default by the end of the name */
  readonly mimetype?: string | undefined;
  readonly content: Uint8Array | string;
}

/** An upload that an app began and did not complete yet. */
export interface Upload {
  readonly fileId: string;
  readonly teamId: string;
  readonly userId: string;
  readonly name: string;
  /** Bytes that were announced. */
  readonly length: number;
  content: Uint8Array | undefined;
}

const mimetypes: Readonly<Record<string, string>> = {
  txt: "text/plain",
  md: "text/markdown",
  json: "application/json",
  pdf: "application/pdf",
  png: "image/png",
  jpg: "image/jpeg",
  gif: "image/gif",
};

/** Keeps files, and uploads until they are complete. */
export class FileShelf {
  readonly #world: SlackWorld;
  readonly #uploads = new Map<string, Upload>();

  constructor(world: SlackWorld) {
    this.#world = world;
  }

  /** Keeps a file, and makes the URL under which it can be downloaded. */
  add(start: FileStart, id: string = this.#world.ids.next("F")): SlackFile {
    const { teamId, userId, name, content } = start;
    const file = {
      id,
      teamId,
      userId,
      name,
      title: start.title ?? name,
      mimetype: start.mimetype ?? mimetypes[name.split(".").at(-1) ?? ""] ?? "application/octet-stream",
      content: typeof content === "string" ? new TextEncoder().encode(content) : content,
      url: `${this.#world.origin}/files-pri/${teamId}-${id}/${encodeURIComponent(name)}`,
    };
    this.#world.files.set(id, file);
    return file;
  }

  /** Begins an upload; its bytes are posted to `/upload/v1/<file id>`. */
  begin(upload: Omit<Upload, "fileId" | "content">): Upload {
    const begun = { ...upload, fileId: this.#world.ids.next("F"), content: undefined };
    this.#uploads.set(begun.fileId, begun);
    return begun;
  }

  upload(fileId: string): Upload | undefined {
    return this.#uploads.get(fileId);
  }

  /** Makes a file of an upload whose bytes are here; undefined when they are not. */
  complete(fileId: string, title: string | undefined): SlackFile | undefined {
    const upload = this.#uploads.get(fileId);
    if (upload?.content === undefined) return undefined;
    this.#uploads.delete(fileId);
    return this.add({ ...upload, title, content: upload.content }, fileId);
  }
}
