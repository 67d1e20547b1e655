import type { APIAttachment } from "discord-api-types/v10";
import type { Clock } from "@keyturn/core";
import { createHash } from "node:crypto";
import type { Snowflakes } from "../world/snowflakes.ts";

/** How long a link to a file works, in milliseconds: a day (Discord, "Reference", Signed Attachment CDN URLs). */
const linkLifetime = 24 * 60 * 60 * 1000;

/** A file to keep. */
export interface NewFile {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  readonly description?: string | undefined;
}

/** A file that is kept. */
export interface StoredFile {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** The files of messages, and the signed links under which they can be fetched for a day. */
export class FileStore {
  /** Where the server listens, such as `http://127.0.0.1:1`. */
  origin = "";
  readonly #clock: Clock;
  readonly #snowflakes: Snowflakes;
  readonly #files = new Map<string, StoredFile>();

  constructor(clock: Clock, snowflakes: Snowflakes) {
    this.#clock = clock;
    this.#snowflakes = snowflakes;
  }

  /** Keeps a file. @returns what messages say of it. */
  add(channelId: string, file: NewFile): APIAttachment {
    const id = this.#snowflakes.next();
    const path = `/attachments/${channelId}/${id}/${encodeURIComponent(file.name)}`;
    this.#files.set(path, file);
    const url = `${this.origin}${path}?${this.#signature(path, this.#clock.now() + linkLifetime)}`;
    return {
      id,
      filename: file.name,
      size: file.bytes.byteLength,
      url,
      proxy_url: url,
      ...(file.contentType === "" ? {} : { content_type: file.contentType }),
      ...(file.description === undefined ? {} : { description: file.description }),
    };
  }

  /** The file behind a link, or `undefined` when there is none, or the link is forged or too old. */
  find(url: URL): StoredFile | undefined {
    const end = Number.parseInt(url.searchParams.get("ex") ?? "", 16) * 1000;
    const isRight = url.search.slice(1) === this.#signature(url.pathname, end);
    return isRight && this.#clock.now() < end ? this.#files.get(url.pathname) : undefined;
  }

  #signature(path: string, end: number): string {
    const seconds = Math.floor(end / 1000);
    const start = (seconds - linkLifetime / 1000).toString(16);
    const hash = createHash("sha256").update(`${path} ${seconds}`).digest("hex");
    return `ex=${seconds.toString(16)}&is=${start}&hm=${hash}`;
  }
}
